import type { Operation } from '#tests/support/operations.ts';
import { addressOf, usedKeys } from './furnished-studio.ts';
import { put, slotsOf, type Input, type Slot } from './requests.ts';
import type { Victim } from './victim.ts';

/** One way to bring something of the victim into a call; `arm` does so with what it is given as the victim's. */
export type Attack = {
  name: string;
  /** Whether it names a thing of the victim where such a thing belongs: these are tried whatever else is. */
  isDirect: boolean;
  /** Whether it sets what is not the caller's to set, which must be refused where anything is set at all. */
  isStrange?: true;
  /** What of the victim is brought along. */
  value: unknown;
  arm: (input: Input, value: unknown) => Armed;
};

type Armed = { input: Input; headers?: Record<string, string>; query?: string };

/** Every attack on an operation, those first that name things where things belong. */
export function attacksOn(operation: Operation, input: Input, victim: Victim): Attack[] {
  const slots = slotsOf(operation, input);
  const attacks = [
    ...slots.flatMap((slot) => attacksOnSlot(slot, victim)),
    ...objectsIn(input).flatMap((at) => strangeFields(at, victim)),
    ...headers(victim),
    ...queries(victim),
    ...(operation.operationId.startsWith('data.') ? sheets(victim) : []),
  ];
  return [...attacks.filter(({ isDirect }) => isDirect), ...attacks.filter(({ isDirect }) => !isDirect)];
}

function attacksOnSlot({ at, kind }: Slot, victim: Victim): Attack[] {
  const field = at.join('.');
  const into = (name: string, value: unknown, isDirect = false): Attack => ({
    name: `${field} = ${name}`,
    isDirect,
    value,
    arm: (input, given) => ({ input: put(input, at, given) }),
  });
  if (kind === 'other') return [into('organization', victim.things.organization)];
  if (kind === 'text')
    return Object.entries(textsOf(victim)).map(([name, text]) => into(name, text, field === 'q'));
  const id = victim.things[kind];
  const others = Object.entries(victim.things).filter(([name]) => name !== kind);
  return [
    into(kind, id, true),
    ...behindOwn(at, id),
    ...others.map(([name, other]) => into(name, other)),
    ...Object.entries(disguises(id)).map(([name, value]) => into(name, value)),
  ];
}

/** In a list, second behind one of the attacker's own. */
function behindOwn(at: Slot['at'], id: string): Attack[] {
  const place = at.findIndex((key) => typeof key === 'number');
  if (place < 0) return [];
  const list = at.slice(0, place);
  const second = [...list, 1];
  return [
    {
      name: `${at.join('.')} behind an own one`,
      isDirect: true,
      value: id,
      arm: (input, given) => {
        const own = list.reduce<unknown>((part, key) => Object(part)[key] as unknown, input) as unknown[];
        return { input: put(put(input, second, own[0]), [...second, ...at.slice(place + 1)], given) };
      },
    },
  ];
}

function disguises(id: string): Record<string, unknown> {
  return {
    'in capitals': id.toUpperCase(),
    'in braces': `{${id}}`,
    'without dashes': id.replaceAll('-', ''),
    'in a list': [id],
    'as a condition': { eq: id },
    'behind a quote': `' or id = '${id}' --`,
  };
}

function textsOf({ say }: Victim): Record<string, string> {
  return {
    room: say('room'),
    style: say('style'),
    class: say('class'),
    student: say('pupil'),
    'beginning of every text': say('pupil').replace(/\d.*/, ''),
    'address of a student': addressOf(say, 'pupil'),
    'address of a login': addressOf(say, 'owner'),
    phone: say('pupil phone'),
    notes: say('payment notes'),
    ...Object.fromEntries(usedKeys(say).map(({ operation, key }) => [`key of ${operation}`, key])),
  };
}

/** Fields no operation knows, in the input and in every object within it. */
function strangeFields(at: Slot['at'], { things, say }: Victim): Attack[] {
  const fields: Record<string, unknown> = {
    organization_id: things.organization,
    organizationId: things.organization,
    tenantId: things.organization,
    id: things.class,
    profileId: things.profile,
    user_id: things.user,
    role: 'owner',
    is_admin: true,
    created_at: '2020-01-01T00:00:00Z',
    createdBy: things.profile,
    erasedAt: null,
    sort: `(select name from classes where id = '${things.class}')`,
    orderBy: 'organization_id',
    filter: { organizationId: things.organization },
    include: ['organization', 'auditLog'],
    file: `barre-${say('studio').replaceAll(' ', '-')}.zip`,
    __proto: { organizationId: things.organization },
  };
  return Object.entries(fields).map(([name, value]) => ({
    name: `${[...at, name].join('.')} as a field more`,
    isDirect: false,
    isStrange: true,
    value,
    arm: (input, given) => ({ input: put(input, [...at, name], given) }),
  }));
}

function objectsIn(value: unknown, at: Slot['at'] = []): Slot['at'][] {
  if (value === null || typeof value !== 'object') return [];
  const within = Object.entries(value).flatMap(([key, part]) =>
    objectsIn(part, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return Array.isArray(value) ? within : [at, ...within];
}

function headers({ things, say }: Victim): Attack[] {
  const [key] = usedKeys(say);
  const named: Record<string, string> = {
    'x-organization-id': things.organization,
    'x-studio-id': things.organization,
    'x-tenant-id': things.organization,
    'x-user-id': things.user,
    'x-profile-id': things.profile,
    'x-session-id': things.session,
    'x-role': 'owner',
    'x-original-url': `/api/organizations/${things.organization}`,
    'x-http-method-override': 'DELETE',
    'idempotency-key': key?.key ?? '',
    'if-match': things.class,
    'if-none-match': things.class,
    'last-event-id': things.organization,
    range: `id=${things.class}`,
    cookie: `barre.session_token=${things.session}; organization_id=${things.organization}`,
    'x-forwarded-host': `${say('studio').replaceAll(' ', '-')}.test`,
  };
  return Object.entries(named).map(([name, value]) => ({
    name: `header ${name}`,
    isDirect: false,
    value,
    arm: (input, given) => ({ input, headers: { [name]: String(given) } }),
  }));
}

function queries({ things }: Victim): Attack[] {
  const named: Record<string, string> = {
    organizationId: things.organization,
    'id[]': things.class,
    token: things.session,
    access_token: things.session,
    profileId: things.profile,
    data: JSON.stringify({ json: { id: things.class } }),
  };
  return Object.entries(named).map(([name, value]) => ({
    name: `query ${name}`,
    isDirect: false,
    value,
    arm: (input, given) => ({
      input,
      query: `${encodeURIComponent(name)}=${encodeURIComponent(String(given))}`,
    }),
  }));
}

/** Files to import that name people, rooms and styles of the victim. */
function sheets({ say }: Victim): Attack[] {
  const classes = [
    'name,class_type,dance_type,instructor,room,days_of_week,start_time,end_time,session_start_date',
    `New,Group,${say('style')},${say('teacher')},${say('room')},Mon,17:00,18:00,2026-12-07`,
  ];
  const students = ['full_name,email', `${say('pupil')},${addressOf(say, 'pupil')}`];
  const files = { classes, students, instructors: students };
  return Object.entries(files).map(([kind, lines]) => ({
    name: `a file of ${kind}`,
    isDirect: true,
    value: lines.join('\n'),
    arm: (input, given) => ({ input: { ...input, kind, text: given } }),
  }));
}
