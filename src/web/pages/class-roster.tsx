import { getRouteApi } from '@tanstack/react-router';

import { ClassRoster } from '#features/enrollment/components/class-roster.tsx';

const route = getRouteApi('/dashboard/class-roster/$classId');

export function ClassRosterPage() {
  const { classId } = route.useParams();
  const { from } = route.useSearch();
  return <ClassRoster classId={classId} from={from} key={`${classId}/${from}`} />;
}
