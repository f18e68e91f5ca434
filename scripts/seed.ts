import { parseArgs } from 'node:util';
import { readConfig } from '#platform/config.ts';
import { openApp } from '#server/app.ts';
import { seedDemoStudio } from '#server/demo/demo-studio.ts';

// npm run seed                        the demo studio
// npm run seed -- --students 5000     a big one beside it
// npm run seed -- --studios 200       many, for load tests
const { values } = parseArgs({
  options: { students: { type: 'string', default: '320' }, studios: { type: 'string', default: '1' } },
});
const students = Number(values.students);
const studios = Number(values.studios);
if (!Number.isInteger(students) || students < 1 || !Number.isInteger(studios) || studios < 1) {
  console.error('--students and --studios take whole numbers from 1');
  process.exit(1);
}

const app = await openApp({ ...readConfig(process.env), LOG_LEVEL: 'warn' });
for (let nth = 1; nth <= studios; nth++) {
  const isFirst = students === 320 && nth === 1;
  const email = `owner-${students}-${nth}@barre.example`;
  const options = isFirst ? {} : { email, name: `Demo ${students} no. ${nth} School` };
  const started = performance.now();
  const founder = await seedDemoStudio(app, { ...options, students });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    founder
      ? `Seeded ${students} students in ${seconds} s: ${founder.email} / ${founder.password}`
      : `${isFirst ? 'The demo studio' : email} is already there`,
  );
}
await app.live.close();
await app.database.close();
process.exit(0);
