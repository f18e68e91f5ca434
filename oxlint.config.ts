import { defineConfig, type OxlintOverride } from 'oxlint';
import { componentFile, features, folders, layers, parts, ruleFiles, serverFile } from './layers.ts';

type Denied = { regex: string; message: string; allowTypeImports?: true };

const code = (folder: string) => [`src/${folder}/**/*.ts`, `src/${folder}/**/*.tsx`];

/** No path out of the own folder, no test code, and none of these. */
function deny(patterns: Denied[]): NonNullable<OxlintOverride['rules']> {
  const names = [...folders, ...features].join('|');
  const always: Denied[] = [
    { regex: String.raw`^(\.\./)+(${names})/`, message: 'Leave a folder by its #path, never by ../' },
    { regex: '^#tests/', message: 'Product code does not lean on test code.' },
  ];
  return { 'no-restricted-imports': ['error', { patterns: [...always, ...patterns] }] };
}

function denyFolders(own: string, allowed: readonly string[]): Denied[] {
  const denied = folders.filter((folder) => folder !== own && !allowed.includes(folder));
  if (denied.length === 0) return [];
  const may = allowed.length > 0 ? `only ${allowed.join(', ')}` : 'nothing of ours';
  return [{ regex: `^#(${denied.join('|')})/`, message: `${own} imports ${may} (layers.ts).` }];
}

/** The browser takes one thing from the server: the type of its router. */
const routerType: Denied[] = [
  { regex: String.raw`^#server/router\.ts$`, message: 'Import its type only.', allowTypeImports: true },
  {
    regex: String.raw`^#server/([^r]|r[^o]|router[^.])`,
    message: 'The browser takes nothing from the server but the type of its router.',
  },
];

const layerRules = Object.entries(layers).map(([folder, allowed]) => {
  const featureParts: Denied[] =
    folder === 'web'
      ? [{ regex: `^#features/.*${serverFile}`, message: 'Pages use components, schemas and rules.' }]
      : folder === 'server'
        ? [{ regex: `^#features/.*${componentFile}`, message: 'The server draws no components.' }]
        : [];
  const ofClient =
    folder === 'client' ? denyFolders(folder, [...allowed, 'server']).concat(routerType) : null;
  return {
    files: code(folder),
    rules: deny([...(ofClient ?? denyFolders(folder, allowed)), ...featureParts]),
  };
});

type Part = keyof typeof parts;

function featureRules(feature: string, index: number, part: Part): Denied[] {
  const { mayImport, mayUse } = parts[part];
  const uses = (other: Part) => other === part || (mayUse as readonly Part[]).includes(other);
  const later = features.slice(index + 1);
  const others = features.filter((other) => other !== feature);
  const own = `A feature's ${part}`;
  return [
    ...denyFolders(own, [...mayImport, 'features', ...(part === 'components' ? ['server'] : [])]),
    ...(part === 'components' ? routerType : []),
    ...(part !== 'components' && later.length > 0
      ? [{ regex: `^#features/(${later.join('|')})/`, message: `${feature} comes before it (layers.ts).` }]
      : []),
    ...(uses('server')
      ? [
          {
            regex: String.raw`^#features/(${others.join('|')})/(.*/)?api\.ts$`,
            message: 'Procedures do not call procedures; share sql.ts or rules.',
          },
        ]
      : [{ regex: `^(#features|\\.)\\.?/(.*/)?${serverFile}`, message: `${own} never import server code.` }]),
    ...(uses('components')
      ? []
      : [{ regex: `^(#features|\\.).*${componentFile}`, message: `${own} never import components.` }]),
  ];
}

const featureOverrides = features.flatMap((feature, index) => [
  { files: code(`features/${feature}`), rules: deny(featureRules(feature, index, 'server')) },
  {
    files: ruleFiles.map((name) => `src/features/${feature}/**/${name}`),
    rules: deny(featureRules(feature, index, 'rules')),
  },
  {
    files: code(`features/${feature}/**/components`),
    rules: deny(featureRules(feature, index, 'components')),
  },
]);

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'node'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  ignorePatterns: ['dist', 'dist.*', 'build', 'shots', 'src/platform/database-types.ts'],
  rules: {
    'eslint/eqeqeq': 'error',
    'eslint/no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
    ],
    'eslint/no-var': 'error',
    'eslint/prefer-const': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'node/no-process-env': 'error',
    // role="status" is what the design language says; <output> means the result of a form.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // What scrolls must take focus, or the keyboard could not scroll it.
    'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['section'], roles: ['region', 'tabpanel'] }],
    // A view that takes the place of another puts the focus into its only field.
    'jsx-a11y/no-autofocus': 'off',
    // These two ask what the React Compiler needs; it is not used, and refs are handed down here.
    'react/immutability': 'off',
    'react/refs': 'off',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-explicit-any': 'error',
    // `.finally(close)` waits for the promise it is handed, though its type says void.
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    // We have no classes, so a function taken out of an object loses nothing.
    'typescript/unbound-method': 'off',
  },
  overrides: [
    ...layerRules,
    ...featureOverrides,
    { files: ['src/**/*.tsx', 'src/{client,ui,web}/**/*.ts'], rules: { 'react/rules-of-hooks': 'error' } },
    {
      // On phones CSS turns the table into cards; browsers then forget what its elements mean.
      files: ['src/ui/data-table.tsx'],
      rules: {
        'jsx-a11y/no-redundant-roles': 'off',
        'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
      },
    },
    {
      // A click on the backdrop closes the dialog; Escape does it for the keyboard, by itself.
      files: ['src/web/shell/navigation-drawer.tsx'],
      rules: {
        'jsx-a11y/click-events-have-key-events': 'off',
        'jsx-a11y/no-noninteractive-element-interactions': 'off',
      },
    },
    // The one place that reads the environment, and the entry that hands it over.
    { files: ['src/platform/config.ts', 'src/server/main.ts'], rules: { 'node/no-process-env': 'off' } },
    {
      files: ['*.config.ts', 'scripts/**', 'bench/**', 'tests/**', 'src/**/*.test.ts', 'src/**/*.test.tsx'],
      rules: {
        'node/no-process-env': 'off',
        'import/no-default-export': 'off',
        'no-restricted-imports': 'off',
      },
    },
  ],
});
