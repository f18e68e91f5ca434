// Asks the registry whether a serious hole is known in what production runs. Ends with 0 when none is, with 1 when one
// is, and with 2 when nobody could say: that is not the same as none.
import { spawnSync } from 'node:child_process';

type Verdict = { code: 0 | 1 | 2; text: string };

const unchecked = (reason: string): Verdict => ({ code: 2, text: `NOT CHECKED for known holes: ${reason}` });

/** Judges what `npm audit --json` printed. Only a complete report that counts them says that there are none. */
export function judgeAudit(printed: string): Verdict {
  const report = parse(printed);
  if (!report) return unchecked('npm gave no report');
  const counts = part(part(report, 'metadata'), 'vulnerabilities');
  const { high, critical } = counts ?? {};
  if (typeof high !== 'number' || typeof critical !== 'number') return unchecked(reasonIn(report));
  if (high + critical === 0) return { code: 0, text: 'no serious hole is known' };
  const names = Object.entries(part(report, 'vulnerabilities') ?? {})
    .filter(([, hole]) => isSerious(hole))
    .map(([name]) => name);
  return { code: 1, text: `${high + critical} with a serious hole: ${names.join(', ')}. See \`npm audit\`.` };
}

function reasonIn(report: Record<string, unknown>): string {
  const said = report['message'] ?? part(report, 'error')?.['summary'];
  return typeof said === 'string' && said !== '' ? said : 'npm’s report has no counts';
}

function isSerious(hole: unknown): boolean {
  const severity = isRecord(hole) ? hole['severity'] : undefined;
  return severity === 'high' || severity === 'critical';
}

function parse(printed: string): Record<string, unknown> | null {
  try {
    const report: unknown = JSON.parse(printed);
    return isRecord(report) ? report : null;
  } catch {
    return null;
  }
}

function part(owner: Record<string, unknown> | null, name: string): Record<string, unknown> | null {
  const found = owner?.[name];
  return isRecord(found) ? found : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

if (import.meta.main) {
  const options = ['audit', '--omit=dev', '--audit-level=high', '--json', '--fetch-retries=1'];
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const limits = { encoding: 'utf8', timeout: 120_000 } as const;
  const { stdout } = npm
    ? spawnSync(node ?? process.execPath, [npm, ...options], limits)
    : spawnSync('npm', options, { ...limits, shell: process.platform === 'win32' });
  const { code, text } = judgeAudit(stdout ?? '');
  console.log(text);
  process.exitCode = code;
}
