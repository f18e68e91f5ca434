import { CancellationsLog } from '#features/scheduling/components/cancellations-log.tsx';
import { PageHeader } from '#ui/page-header.tsx';

export function CancellationsPage() {
  return (
    <>
      <PageHeader title="Cancellations Log" />
      <CancellationsLog />
    </>
  );
}
