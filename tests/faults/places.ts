import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/database.ts';
import type { AskDatabase } from './checker.ts';
import { superviseApp, type SupervisedApp } from './supervised-app.ts';

/** The app on the embedded engine, with its data in a folder of its own. */
type EmbeddedPlace = {
  folder: string;
  app: SupervisedApp;
  /** Ends the app and looks into what it left. */
  askDatabase: AskDatabase;
  remove(): Promise<void>;
};

export async function openEmbeddedPlace(
  folder = mkdtempSync(join(tmpdir(), 'barre-faults-')),
): Promise<EmbeddedPlace> {
  const app = await superviseApp({ DATA_DIR: folder });
  return {
    folder,
    app,
    async askDatabase(text) {
      await app.stop();
      const { pool, close } = await openDatabase({ dataDir: join(folder, 'database') });
      return await pool
        .query(text)
        .then(({ rows }) => rows)
        .finally(close);
    },
    async remove() {
      await app.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
