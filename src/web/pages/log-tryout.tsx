import { getRouteApi } from '@tanstack/react-router';

import { OutcomeScreen } from '#features/attendance/components/outcome-screen.tsx';

const route = getRouteApi('/dashboard/log-tryout/$sessionId');

export function LogTryoutPage() {
  const { sessionId } = route.useParams();
  return <OutcomeScreen sessionId={sessionId} key={sessionId} />;
}
