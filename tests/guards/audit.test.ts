import { expect, it } from 'vitest';
import { judgeAudit } from '../../scripts/audit.ts';

const report = (counts: object, vulnerabilities: object = {}) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: counts } });
const none = { info: 0, low: 3, moderate: 2, high: 0, critical: 0, total: 5 };

it('is content with a report that counts no serious hole', () => {
  expect(judgeAudit(report(none))).toMatchObject({ code: 0 });
});

it('fails for a high or critical one, by name', () => {
  const holes = { leaky: { severity: 'high' }, quiet: { severity: 'low' }, open: { severity: 'critical' } };
  expect(judgeAudit(report({ ...none, high: 1, critical: 1 }, holes))).toEqual({
    code: 1,
    text: '2 with a serious hole: leaky, open. See `npm audit`.',
  });
});

it.each([
  [
    'a registry without the service',
    '{"message":"405 Method Not Allowed","statusCode":405,"error":{}}',
    '405',
  ],
  ['no network', '{"error":{"code":"ENOTFOUND","summary":"getaddrinfo ENOTFOUND registry"}}', 'ENOTFOUND'],
  ['no npm', '', 'no report'],
  ['a page in place of a report', '<html>Sign in</html>', 'no report'],
  ['a report without counts', '{"auditReportVersion":2,"vulnerabilities":{}}', 'no counts'],
  ['counts that are none', report({ high: null, critical: null }), 'no counts'],
  ['a list', '[]', 'no report'],
])('takes %s for no answer', (_, printed, reason) => {
  expect(judgeAudit(printed)).toMatchObject({ code: 2, text: expect.stringContaining(reason) });
});
