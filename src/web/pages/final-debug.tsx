import { PageHeader } from '#ui/page-header.tsx';

import { FunctionCalls } from '../debug/function-calls.tsx';

/** The other developer's test page (spec §2); production has none. */
export function FinalDebugPage() {
  return (
    <>
      <PageHeader
        title="Final debug"
        subtitle="Calls both functions that create users. Adding to the organization also sends an invitation."
      />
      <FunctionCalls functions={['admin-create-user', 'add-user-to-org']} />
    </>
  );
}
