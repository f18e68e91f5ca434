import { getRouteApi } from '@tanstack/react-router';

import { useCan } from '#client/session.ts';
import { InstructorActivity } from '#features/insights/components/instructor-activity.tsx';
import { InstructorProfile } from '#features/people/instructors/components/instructor-profile.tsx';

const route = getRouteApi('/dashboard/instructor-profile/$instructorId');

export function InstructorProfilePage() {
  const { instructorId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const seesActivity = useCan('readOwnActivity');
  return (
    <InstructorProfile
      key={instructorId}
      instructorId={instructorId}
      activity={
        seesActivity && (
          <InstructorActivity
            instructorId={instructorId}
            search={search}
            onSearch={(change, { typed = false } = {}) =>
              void navigate({
                search: (known) => ({ ...known, ...change(known) }),
                replace: typed,
                resetScroll: false,
              })
            }
          />
        )
      }
    />
  );
}
