import { getRouteApi } from '@tanstack/react-router';

import { StudentProfile } from '#features/people/students/components/student-profile.tsx';

export function StudentProfilePage() {
  const { studentId } = getRouteApi('/dashboard/student-profile/$studentId').useParams();
  return <StudentProfile key={studentId} studentId={studentId} />;
}
