type SavedFile = { name: string; content: Blob };

/** Asks for the studio's archive. Fails as calls of the API do, with the server's words. */
export async function fetchArchive(): Promise<SavedFile> {
  const response = await fetch('/api/archive', { credentials: 'same-origin' });
  if (!response.ok) throw await failureOf(response);
  const [, name = 'barre.zip'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: await response.blob() };
}

/** Hands a file to the browser, which stores it where it stores downloads. */
export function saveFile({ name, content }: SavedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

async function failureOf(response: Response): Promise<Error> {
  const answer: unknown = await response.json().catch(() => null);
  const message = typeof answer === 'object' && answer && 'message' in answer ? String(answer.message) : '';
  return Object.assign(new Error(message), { status: response.status, code: String(response.status) });
}
