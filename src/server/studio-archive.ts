import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { makeArchive, type Archive } from '#features/data/archive/archive.ts';
import type { Caller } from '#platform/caller.ts';
import type { RequestContext } from '#platform/procedure.ts';
import { noteForbidden } from '#server/api-handlers.ts';
import type { App } from '#server/app.ts';
import { refuse } from '#server/refuse.ts';
import { isLedByOtherSite, pathOf } from '#server/request-checks.ts';
import { isAllowed } from '#shared/access.ts';
import { localDateAt } from '#shared/local-date.ts';
import { plainLetters } from '#shared/name-key.ts';

export const archivePath = '/api/archive';

/** Studios whose archive is being made: it is much work, and twice at once would be twice for nothing. */
const underWay = new Set<string>();

/** Everything a studio has stored as one ZIP file, for its owner. */
export async function answerArchive(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<boolean> {
  if (request.method !== 'GET' || pathOf(request) !== archivePath) return false;
  // It is dear, and a page that sends its visitor here stays: it could use up all that they may ask for.
  if (isLedByOtherSite(request)) return refuse(response, 403, 'This request came from another site.');
  const caller = await context.findCaller();
  if (!caller) return refuse(response, 401, 'Not authenticated!');
  context.countRequest(caller, 'long');
  if (!isAllowed(caller.role, 'exportData')) {
    await noteForbidden(context, 'archive');
    return refuse(response, 403, 'You do not have permission to do this.');
  }
  if (underWay.has(caller.organizationId))
    return refuse(response, 409, 'Your archive is already being made. Try again in a moment.');
  const archive = await archiveOf(app, caller);
  context.log.info({ profileId: caller.profileId, bytes: archive.size }, 'studio archive');
  await send(archive, fileName(caller, app.clock.now()), response);
  return true;
}

async function archiveOf({ database, clock }: App, caller: Caller): Promise<Archive> {
  const { organizationId, organizationName: studio, timeZone, currency, fullName: madeBy } = caller;
  const subject = { studio, timeZone, currency, madeBy, at: clock.now() };
  underWay.add(organizationId);
  try {
    return await database.inTenant(caller, (db) => makeArchive(db, subject));
  } finally {
    underWay.delete(organizationId);
  }
}

const stalledAfterMs = 60_000;

async function send(archive: Archive, name: string, response: ServerResponse): Promise<void> {
  // Who takes nothing for so long is gone or asleep, and the file is kept for them meanwhile.
  response.setTimeout(stalledAfterMs, () => response.destroy());
  response.writeHead(200, {
    'content-type': 'application/zip',
    'content-length': archive.size,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  });
  // A reader who goes away in the middle is no fault.
  await pipeline(archive.stream(), response)
    .catch(() => response.destroy())
    .finally(archive.close);
}

function fileName({ organizationName, timeZone }: Caller, at: Date): string {
  const words = plainLetters(organizationName).match(/[a-z0-9]+/g) ?? ['studio'];
  return `barre-${words.join('-').slice(0, 60)}-${localDateAt(at, timeZone)}.zip`;
}
