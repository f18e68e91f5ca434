import { getRouteApi } from '@tanstack/react-router';

import { StudentProfile } from '#features/people/students/components/student-profile.tsx';

const route = getRouteApi('/dashboard/student-profile/$studentId');

export function StudentProfilePage() {
  const { studentId } = route.useParams();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <StudentProfile
      key={studentId}
      studentId={studentId}
      page={page}
      onPage={(next) =>
        void navigate({ search: { page: next === 1 ? undefined : next }, resetScroll: false })
      }
    />
  );
}
