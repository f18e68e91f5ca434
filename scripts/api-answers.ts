// Writes what every operation of the API answers, as JSON schemas read off the procedures' types. With --check it writes
// nothing and fails when they are stale.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isProcedure } from '@orpc/server';
import {
  API,
  type Checker,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync';
import { router } from '#server/router.ts';

type Schema = Record<string, unknown>;

const root = fileURLToPath(new URL('..', import.meta.url));
const file = `${root}src/server/api-answers.json`;

// A line for each operation, so that a change shows which of them it is about.
const lines = readAnswers().map(([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
const answers = `{\n${lines.join(',\n')}\n}\n`;
if (!process.argv.includes('--check')) {
  await writeFile(file, answers);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== answers) {
  console.error('src/server/api-answers.json is stale: run `npm run api:answers`');
  process.exit(1);
}

/** Every procedure's name in the router, as `catalog.classrooms.list`, and the schema of its answer. */
function readAnswers(): [string, Schema][] {
  const compiler = new API({ cwd: root });
  try {
    const [project] = compiler.updateSnapshot({ openProjects: [`${root}tsconfig.json`] }).getProjects();
    const source = project?.program.getSourceFile(`${root}src/server/router.ts`);
    if (!project || !source) throw new Error('The router was not found.');
    const { checker } = project;
    const module = checker.getSymbolAtLocation(source);
    const type = module && checker.getExportsOfModule(module).find(({ name }) => name === 'Answers');
    if (!type) throw new Error('The router exports no type Answers.');
    return procedures(checker, checker.getDeclaredTypeOfSymbol(type), router, []);
  } finally {
    compiler.close();
  }
}

/** The router's folders lead to the procedures; the types of both lie under the same names. */
function procedures(checker: Checker, type: Type, folder: object, path: string[]): [string, Schema][] {
  return Object.entries(folder).flatMap(([name, value]: [string, object]) => {
    const property = checker.getPropertyOfType(type, name);
    const below = property && checker.getTypeOfSymbol(property);
    if (!below) throw new Error(`${[...path, name].join('.')} has no type.`);
    if (!isProcedure(value)) return procedures(checker, below, value, [...path, name]);
    return [[[...path, name].join('.'), schemaOf(checker, below)]];
  });
}

function schemaOf(checker: Checker, type: Type): Schema {
  if (type.isUnionType()) return unionOf(checker, type.getTypes());
  if (type.isLiteralType()) return { enum: [type.value] };
  if (type.flags & TypeFlags.StringLike) return { type: 'string' };
  if (type.isIntrinsicType()) return plainSchema(type.intrinsicName);
  if (type.getSymbol()?.name === 'Date') return { type: 'string', format: 'date-time' };
  if (checker.isArrayType(type)) {
    const [items] = checker.getTypeArguments(type as TypeReference);
    return { type: 'array', items: items ? schemaOf(checker, items) : {} };
  }
  const [index] = checker.getIndexInfosOfType(type);
  if (index) return { type: 'object', additionalProperties: schemaOf(checker, index.valueType) };
  return objectOf(checker, type);
}

function objectOf(checker: Checker, type: Type): Schema {
  const properties = checker.getPropertiesOfType(type);
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map((property) => {
        const type = checker.getTypeOfSymbol(property);
        return [property.name, type ? schemaOf(checker, type) : {}];
      }),
    ),
    required: properties.filter(({ flags }) => !(flags & SymbolFlags.Optional)).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** One of several values, or one of several shapes. */
function unionOf(checker: Checker, types: readonly Type[]): Schema {
  const answered = types.filter(({ flags }) => !(flags & TypeFlags.VoidLike));
  const values = answered.flatMap((type) => (type.isLiteralType() ? [type.value] : []));
  const others = answered.filter((type) => !type.isLiteralType()).map((type) => schemaOf(checker, type));
  const isEitherWay = values.includes(true) && values.includes(false);
  const schemas = [
    ...(values.length === 0 ? [] : isEitherWay ? [{ type: 'boolean' }] : [{ enum: values }]),
    ...others,
  ];
  const [first, ...rest] = schemas;
  return first && rest.length === 0 ? first : { anyOf: schemas };
}

function plainSchema(name: string): Schema {
  if (name === 'string' || name === 'number' || name === 'boolean' || name === 'null') return { type: name };
  if (name === 'any' || name === 'unknown') return {};
  if (name === 'void') return { not: {} };
  throw new Error(`${name} can not be answered.`);
}
