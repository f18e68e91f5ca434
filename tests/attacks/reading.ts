import { roles, type Role } from '#shared/access.ts';
import type { Operation } from '#tests/support/operations.ts';
import type { AttackedServer } from './attacked-server.ts';
import { alike, signed, type Attacker } from './duel.ts';
import type { Things } from './furnished-studio.ts';
import { apiRequest, rightInput, type Input } from './requests.ts';

/** What people of a studio read, by every operation that only reads, and unfiltered. */
export async function readEverything(
  server: AttackedServer,
  operations: Operation[],
  { things, tokens }: Attacker,
  readers: readonly Role[] = roles,
): Promise<string[]> {
  const answers: string[] = [];
  for (const operation of operations.filter(({ method }) => method === 'GET'))
    for (const role of readers) {
      const request = signed(apiRequest(operation, unfiltered(operation, things)), tokens.get(role));
      answers.push(`${operation.operationId} as ${role}: ${alike(await server.send(request))}`);
    }
  return answers;
}

function unfiltered(operation: Operation, things: Things): Input {
  const needed = operation.parameters.filter(({ required }) => required).map(({ name }) => name);
  return Object.fromEntries(
    Object.entries(rightInput(operation, things)).filter(([name]) => needed.includes(name)),
  );
}
