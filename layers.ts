// Who may import whom: docs/architecture.md draws it, oxlint.config.ts enforces it.

/** The folders of src, each with the folders it may import from. Features have a finer table below. */
export const layers = {
  shared: [],
  platform: ['shared'],
  ui: ['shared'],
  client: ['ui', 'shared'],
  server: ['platform', 'shared', 'features'],
  web: ['client', 'ui', 'shared', 'features'],
} as const;

export const folders = [...Object.keys(layers), 'features'];

/** The product's features. One imports only those before it, so no cycle can arise. */
export const features = [
  'auth',
  'organization',
  'catalog',
  'payroll',
  'people',
  'scheduling',
  'leads',
  'payments',
  'enrollment',
  'attendance',
  'insights',
  'data',
] as const;

/**
 * The parts a feature is made of, told apart by file name. `schema` and `rules` run on both sides, `components` in
 * the browser, all else on the server.
 */
export const ruleFiles = ['schema.ts', 'rules.ts', 'rules/*.ts'];
export const componentFile = 'components/';
/** Names the browser's parts must not import; the build refuses server code however it is named. */
export const serverFile = String.raw`(api|sql|accounts|letters|logins)\.ts$`;

/** What each part of a feature may import, besides the same part of earlier features. */
export const parts = {
  rules: { mayImport: ['shared'], mayUse: [] },
  server: { mayImport: ['platform', 'shared'], mayUse: ['rules', 'server'] },
  components: { mayImport: ['client', 'ui', 'shared'], mayUse: ['rules', 'components'] },
} as const;
