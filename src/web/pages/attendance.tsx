import { getRouteApi } from '@tanstack/react-router';

import { AttendanceScreen } from '#features/attendance/components/attendance-screen.tsx';

const route = getRouteApi('/dashboard/attendance/$classId/$date');

export function AttendancePage() {
  const { classId, date } = route.useParams();
  return <AttendanceScreen classId={classId} date={date} key={`${classId}/${date}`} />;
}
