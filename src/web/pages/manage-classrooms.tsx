import IconDoor from '@tabler/icons-react/dist/esm/icons/IconDoor.mjs';

import { classrooms } from '#features/catalog/components/catalog-kind.ts';
import { CatalogScreen } from '#features/catalog/components/catalog-screen.tsx';

export function ManageClassroomsPage() {
  return <CatalogScreen kind={classrooms} icon={<IconDoor size={24} />} />;
}
