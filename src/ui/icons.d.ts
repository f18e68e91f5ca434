// One file per icon: importing from the package's index makes the dev server read all 6,000.
declare module '@tabler/icons-react/dist/esm/icons/*' {
  import type { Icon } from '@tabler/icons-react';
  const icon: Icon;
  export default icon;
}
