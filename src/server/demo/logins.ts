import { sql, type Kysely } from 'kysely';
import { verifyPassword } from '#features/auth/stored-password.ts';
import type { App } from '#server/app.ts';
import type { DB } from '#platform/database-types.ts';
import type { TenantScope, Tx } from '#platform/database.ts';
import type { DemoOptions } from '#server/demo/demo-studio.ts';

export type Founder = TenantScope & { timeZone: string; email: string; password: string };

export const demoEmail = 'owner@barre.example';
export const demoPassword = 'dance-with-us';

const deskName = 'Percy Frontdesk';
const deskEmail = (email: string) => `desk-${email}`;

/** The demo studio's owner and studio, made unless they are there. */
export async function foundDemoStudio(
  app: App,
  { name = 'Riverside Dance School', email = demoEmail }: DemoOptions,
): Promise<Founder> {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await sql`
    insert into auth."user" (name, email, email_verified, organization_name, time_zone)
    values ('Odette Adagio', ${email}, true, ${name}, ${timeZone}) on conflict do nothing`.execute(
    app.database.db,
  );
  await givePassword(app, email);
  const scope = await findStudio(app, email);
  if (!scope) throw new Error('the demo studio was not founded');
  return { ...scope, timeZone, email, password: demoPassword };
}

/** Gives the studio somebody at the front desk. */
export async function addFrontDesk(db: Tx, email: string): Promise<void> {
  const person = { role: 'staff', fullName: deskName, email: deskEmail(email) };
  const { id } = await db.insertInto('profiles').values(person).returning('id').executeTakeFirstOrThrow();
  await sql`select give_login(${id}, ${person.email}, ${person.fullName})`.execute(db);
}

/** Lets the front desk sign in with the demo's password. */
export async function openFrontDesk(app: App, email: string): Promise<void> {
  await givePassword(app, deskEmail(email));
}

/** Whether a demo studio with this owner is there and complete. */
export async function hasDemoStudio(app: App, email = demoEmail): Promise<boolean> {
  const scope = await findStudio(app, email);
  return scope !== undefined && (await app.database.inTenant(scope, isFilled));
}

/** Whether the studio has people beside its owner: seeding adds them all at once, and nobody ever takes all of them out. */
export async function isFilled(db: Tx): Promise<boolean> {
  const { rows } = await sql`select from profiles offset 1 limit 1`.execute(db);
  return rows.length > 0;
}

async function findStudio(app: App, email: string): Promise<TenantScope | undefined> {
  const { rows } = await sql<TenantScope>`
    select m.organization_id, m.profile_id from auth.membership m join auth."user" u on u.id = m.user_id
    where u.email = ${email}`.execute(app.database.db);
  return rows[0];
}

/** The logins of demo studios that still have the password everybody knows. */
export async function openDemoLogins(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ email: string; hash: string }>`
    select u.email, a.password as hash from auth."user" u join auth.account a on a.user_id = u.id
    where u.email like '%@barre.example' and a.password is not null order by u.email desc`.execute(db);
  const open: string[] = [];
  for (const { email, hash } of rows)
    if (await verifyPassword({ hash, password: demoPassword })) open.push(email);
  return open;
}

async function givePassword(app: App, email: string): Promise<void> {
  const { password } = await app.accounts.$context;
  await sql`
    insert into auth.account (user_id, account_id, provider_id, password)
    select u.id, u.id::text, 'credential', ${await password.hash(demoPassword)} from auth."user" u
    where u.email = ${email} and not exists (select from auth.account a where a.user_id = u.id)`.execute(
    app.database.db,
  );
}
