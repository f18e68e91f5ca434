import { getRouteApi } from '@tanstack/react-router';

import { ClassRoster } from '#features/enrollment/components/class-roster.tsx';

const route = getRouteApi('/dashboard/class-roster/$classId');

export function ClassRosterPage() {
  const { classId } = route.useParams();
  const { from, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ClassRoster
      classId={classId}
      from={from}
      page={page}
      onPage={(next) =>
        void navigate({ search: { from, page: next === 1 ? undefined : next }, resetScroll: false })
      }
      key={`${classId}/${from}`}
    />
  );
}
