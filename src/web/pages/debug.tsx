import { PageHeader } from '#ui/page-header.tsx';

import { FunctionCalls } from '../debug/function-calls.tsx';

/** A developer's test page (spec §2); production has none. */
export function DebugPage() {
  return (
    <>
      <PageHeader title="Debug" subtitle="Calls the function that creates a user, as the signed-in person." />
      <FunctionCalls functions={['admin-create-user']} />
    </>
  );
}
