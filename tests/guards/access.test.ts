import { isProcedure, type AnyProcedure } from '@orpc/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { router, type AppRouter } from '#server/router.ts';
import { isAllowed, roles, type Permission } from '#shared/access.ts';
import { refused, useTestApp, type Studio } from '#tests/support/test-app.ts';
import { whoMayCall } from './who-may-call.ts';

// No procedure is left open by forgetting something: each names its permission, or stands on this list.

const openBeforeTwoStep = ['auth.twoStep.begin', 'auth.twoStep.get', 'auth.twoStep.turnOn'];
const openToEveryone = ['auth.providers', 'auth.session', 'auth.twoStep.isAwaited', 'auth.twoStep.take'];

type Named = { name: string; path: string[]; procedure: AnyProcedure };

const procedures = proceduresOf(router, []);
const guarded = procedures.flatMap((each) => {
  const permission = permissionOf(each);
  return permission ? [{ ...each, permission }] : [];
});

describe('every procedure', () => {
  it('names the permission it takes, or is on the short list of open ones', () => {
    expect(procedures.length).toBeGreaterThan(8);
    const open = procedures.filter((each) => permissionOf(each) === undefined);
    expect(open.map(({ name }) => name).sort()).toEqual([...openToEveryone].sort());
    for (const { procedure } of open) expect(procedure['~orpc'].meta).toMatchObject({ open: true });
  });

  it('says who may call it', () => {
    const told = whoMayCall.flatMap(({ operations }) => operations);
    expect(told.toSorted()).toEqual(guarded.map(({ name }) => name).toSorted());
  });

  it.each(procedures)('$name is described for the API', ({ procedure }) => {
    const { route } = procedure['~orpc'];
    expect(route.method, 'a method').toMatch(/^(GET|POST|PUT|PATCH|DELETE)$/);
    expect(route.path, 'a path').toMatch(/^\/[a-z]/);
    expect(route.summary, 'a summary').toMatch(/^[A-Z].{5,}/);
    expect(route.tags, 'a tag').toHaveLength(1);
    expect([route.summary, ...(route.tags ?? [])].join(), 'the word of the screens').not.toMatch(/one-off/i);
  });

  it('has an address of its own', () => {
    const addresses = procedures.map(({ procedure: { '~orpc': definition } }) =>
      `${definition.route.method} ${definition.route.path}`.replaceAll(/\{\w+\}/g, '{}'),
    );
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });
});

describe('a guarded procedure', () => {
  const app = useTestApp();
  let studio: Studio;
  beforeAll(async () => {
    studio = await app.studio();
  });

  it.each(guarded)(
    '$name refuses visitors and every role that may not call it, and no other',
    async ({ name, path, permission }) => {
      expect(await refused(call(app.visitor, path), 401)).toMatchObject({ message: 'Not authenticated!' });
      const mayCall = whoMayCall.find(({ operations }) => operations.includes(name))?.roles ?? [];
      for (const role of roles.filter((each) => !mayCall.includes(each)))
        await refused(call(studio[role].api, path), 403);
      for (const role of mayCall) expect(isAllowed(role, permission), role).toBe(true);
    },
  );

  it.each(guarded.filter(({ name }) => !openBeforeTwoStep.includes(name)))(
    '$name refuses who has not turned on the two-step sign-in their studio asks for',
    async ({ path }) => {
      const api = app.clientOf({ ...studio.owner, lacksTwoStep: true });
      expect(await refused(call(api, path), 403)).toMatchObject({ code: 'TWO_STEP_NEEDED' });
    },
  );
});

function proceduresOf(node: unknown, path: string[]): Named[] {
  if (isProcedure(node)) return [{ name: path.join('.'), path, procedure: node }];
  if (typeof node !== 'object' || node === null) throw new Error(`${path.join('.')} is no procedure`);
  return Object.entries(node).flatMap(([key, child]) => proceduresOf(child, [...path, key]));
}

function permissionOf({ procedure }: Named): Permission | undefined {
  return procedure['~orpc'].meta['permission'];
}

async function call(api: AppRouter, path: string[]): Promise<unknown> {
  const procedure = path.reduce<unknown>((node, key) => Reflect.get(Object(node), key), api);
  if (typeof procedure !== 'function') throw new Error(`${path.join('.')} can not be called`);
  return await Reflect.apply(procedure, undefined, [{}]);
}
