import { createHmac } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'kysely';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Secrets } from '#platform/signature.ts';

// Each login that takes two steps has a key of its own, which its app makes codes from. It is kept encrypted with the
// installation's secret, and so can be encrypted anew when that changes. Hashes can not be made anew: recovery codes are
// hashed with the login's key, which stays.

export function openTwoStepKeys({
  database,
  secrets,
  log,
}: {
  database: Database;
  secrets: Secrets;
  log: Log;
}) {
  const { db } = database;
  const encrypt = (key: string) => symmetricEncrypt({ key: secrets[0], data: key });

  async function decrypt(encrypted: string): Promise<{ key: string; isOld: boolean } | null> {
    for (const secret of secrets) {
      const key = await symmetricDecrypt({ key: secret, data: encrypted }).catch(() => null);
      if (key !== null) return { key, isOld: secret !== secrets[0] };
    }
    return null;
  }

  return {
    encrypt,
    decrypt: async (encrypted: string) => (await decrypt(encrypted))?.key ?? null,
    /** Encrypts with the first secret what another one has encrypted: from then on that can be given up. */
    encryptAnew: async () => {
      let lost = 0;
      const { rows } = await sql<{ userId: string; secret: string }>`
        select user_id, secret from auth.two_step`.execute(db);
      for (const { userId, secret } of rows) {
        const found = await decrypt(secret);
        if (!found) lost++;
        if (found?.isOld)
          await sql`update auth.two_step set secret = ${await encrypt(found.key)}
            where user_id = ${userId} and secret = ${secret}`.execute(db);
      }
      if (lost > 0)
        log.error(
          { logins: lost },
          'two-step keys can not be read: start once with the AUTH_SECRET they were made with as AUTH_SECRET_ACCEPTED',
        );
    },
    /** What a recovery code may be kept as: first as it is kept now, then as before, when the secret itself was the key. */
    recoveryHashes: (userId: string, key: string, code: string): [string, ...string[]] => {
      const hashOf = (by: string) =>
        createHmac('sha256', by).update(`recovery:${userId}:${code}`).digest('base64url');
      return [hashOf(key), ...secrets.map(hashOf)];
    },
  };
}
