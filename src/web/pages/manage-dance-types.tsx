import IconMusic from '@tabler/icons-react/dist/esm/icons/IconMusic.mjs';

import { danceTypes } from '#features/catalog/components/catalog-kind.ts';
import { CatalogScreen } from '#features/catalog/components/catalog-screen.tsx';
import { DanceTypeTag } from '#ui/dance-type.tsx';

export function ManageDanceTypesPage() {
  return (
    <CatalogScreen
      kind={danceTypes}
      icon={<IconMusic size={24} />}
      drawName={(name) => <DanceTypeTag name={name} />}
    />
  );
}
