import { getRouteApi, useLocation } from '@tanstack/react-router';

import { useSignedIn } from '#client/session.ts';
import { ManageStudents } from '#features/enrollment/components/manage-students.tsx';

const route = getRouteApi('/dashboard/manage-students');

export function ManageStudentsPage() {
  const { inquiry, ...search } = route.useSearch();
  const { profileId } = useSignedIn();
  const navigate = route.useNavigate();
  const handed = useLocation({ select: ({ state }) => state.inquiry });
  return (
    <ManageStudents
      search={search}
      onSearch={(change, { typed = false } = {}) =>
        void navigate({ search: (known) => ({ ...known, ...change }), replace: typed, resetScroll: false })
      }
      inquiryId={inquiry}
      handed={handed?.id === inquiry && handed?.handedTo === profileId ? handed : undefined}
      onLeaveInquiry={() =>
        void navigate({
          search: (known) => ({ ...known, inquiry: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
