import { planImport } from '#features/data/imports/plan.ts';
import { refuseReport, reportOf } from '#features/data/imports/report.ts';
import { readSheet } from '#features/data/rules/sheet.ts';
import { checkImportInput, importErrors, importInput, type ImportReport } from '#features/data/schema.ts';
import { once, onceErrors } from '#platform/idempotency.ts';
import { procedure } from '#platform/procedure.ts';

const tags = ['Data'];

export const dataApi = {
  checkImport: procedure('manageStudio')
    .route({
      method: 'POST',
      path: '/imports/check',
      tags,
      summary: 'What importing a CSV file would create, and what is wrong with it; stores nothing',
    })
    .input(checkImportInput)
    .handler(({ context: { tenant, today }, input }): Promise<ImportReport> => {
      const sheet = readSheet(input.kind, input.text);
      return tenant(async (db) => reportOf(sheet, await planImport(db, sheet, { today, isForReal: false })));
    }),

  import: procedure('manageStudio')
    .meta({ isLong: true })
    .errors({ ...importErrors, ...onceErrors })
    .route({
      method: 'POST',
      path: '/imports',
      tags,
      summary: 'Import students, instructors or classes from a CSV file: all of it or nothing',
    })
    .input(importInput)
    .handler(({ context: { tenant, today }, input }) => {
      const { idempotencyKey: key, ...asked } = input;
      const sheet = readSheet(asked.kind, asked.text);
      const answer = { created: sheet.rows.length };
      return tenant((db) =>
        once(db, { key, operation: 'import', input: asked, answer }, async () => {
          const plan = await planImport(db, sheet, { today, isForReal: true });
          refuseReport(reportOf(sheet, plan), asked);
          await plan.store();
        }),
      );
    }),
};
