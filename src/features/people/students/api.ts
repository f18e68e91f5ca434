import { birthProblem, studentProfileMissing } from '#features/people/students/rules.ts';
import {
  listStudentsInput,
  studentInput,
  updateStudentInput,
  type Student,
  type StudentPage,
} from '#features/people/students/schema.ts';
import { selectStudent, selectStudents } from '#features/people/students/sql.ts';
import type { Tx } from '#platform/database.ts';
import { written } from '#platform/json-text.ts';
import { badInput, notFound, procedure } from '#platform/procedure.ts';
import { refuseUnchanged } from '#platform/stale.ts';
import { isAllowed } from '#shared/access.ts';

const tags = ['Students'];

export const studentsApi = {
  list: procedure('managePeople')
    .route({ method: 'GET', path: '/students', tags, summary: 'List students by name, or search them' })
    .input(listStudentsInput)
    .output(written<StudentPage>())
    .handler(async ({ context, input }) => {
      const page = await context.readRowText(selectStudents(input, context.today));
      if (!page) throw new Error('a page of students is one row, however few they are');
      return page;
    }),

  get: procedure('readOwnStudent')
    .route({
      method: 'GET',
      path: '/students/{id}',
      tags,
      summary: 'Read one student with their classes; a student reads their own',
    })
    .input(studentInput)
    .output(written<Student>())
    .handler(async ({ context, input: { id } }) => {
      if (!isAllowed(context.caller.role, 'managePeople') && context.caller.profileId !== id)
        throw notFound(studentProfileMissing);
      const student = await context.readRowText(selectStudent(id, context.today));
      if (!student) throw notFound(studentProfileMissing);
      return student;
    }),

  update: procedure('managePeople')
    .route({ method: 'PATCH', path: '/students/{id}', tags, summary: 'Change a student' })
    .input(updateStudentInput)
    .handler(({ context, input: { id, version, ...details } }) => {
      const problem = birthProblem(details.dateOfBirth, context.today);
      if (problem) throw badInput('dateOfBirth', problem);
      return context.tenant(async (db) => {
        const changed = await db
          .updateTable('profiles')
          .set(details)
          .where('id', '=', id)
          .where('version', '=', version)
          .where('role', '=', 'student')
          .where('erasedAt', 'is', null)
          .returning(['id', 'version'])
          .executeTakeFirst();
        return changed ?? (await refuseUpdate(db, id));
      });
    }),
};

async function refuseUpdate(db: Tx, id: string): Promise<never> {
  const student = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'student')
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  if (!student) throw notFound(studentProfileMissing);
  return await refuseUnchanged(db, 'profiles', id, studentProfileMissing);
}
