import { getRouteApi } from '@tanstack/react-router';

import { ClassRoster } from '#features/enrollment/components/class-roster.tsx';

export function ClassRosterPage() {
  const { classId } = getRouteApi('/dashboard/class-roster/$classId').useParams();
  return <ClassRoster key={classId} classId={classId} />;
}
