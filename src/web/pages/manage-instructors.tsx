import { getRouteApi } from '@tanstack/react-router';

import { InstructorsScreen } from '#features/people/instructors/components/instructors-screen.tsx';

const route = getRouteApi('/dashboard/manage-instructors');

export function ManageInstructorsPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <InstructorsScreen
      search={q}
      onSearch={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
    />
  );
}
