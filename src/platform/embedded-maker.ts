// A program: makes an empty database in the folder named and says on its error output why it could not.
import { argv } from 'node:process';
import { startEngine } from '#platform/embedded-engine.ts';
import { DurableNodeFS, reasonOf } from '#platform/embedded-files.ts';

try {
  const engine = await startEngine({ files: new DurableNodeFS(argv[2] ?? '', () => {}) });
  await engine.close();
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
