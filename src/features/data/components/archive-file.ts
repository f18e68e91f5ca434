import { ownAnswer } from '#client/own-answer.ts';
import { isRecord } from '#shared/record.ts';
import type { SavedFile } from '#ui/save-file.ts';

/** Asks for the studio's archive. Fails as calls of the API do, with the server's words. */
export async function fetchArchive(): Promise<SavedFile> {
  const response = await fetch('/api/archive', { credentials: 'same-origin' });
  if (!response.ok) throw await failureOf(response);
  const [, name = 'barre.zip'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: await ownAnswer(response, 'application/zip').blob() };
}

async function failureOf(response: Response): Promise<Error> {
  const answer: unknown = await response.json().catch(() => null);
  const message = isRecord(answer) && typeof answer['message'] === 'string' ? answer['message'] : '';
  return Object.assign(new Error(message), { status: response.status, code: String(response.status) });
}
