import type { InferRouterOutputs, RouterClient } from '@orpc/server';
import { attendanceApi } from '#features/attendance/api.ts';
import { authApi } from '#features/auth/api.ts';
import { catalogApi } from '#features/catalog/api.ts';
import { insightsApi } from '#features/insights/api.ts';
import { leadsApi } from '#features/leads/api.ts';
import { instructorsApi } from '#features/people/instructors/api.ts';
import { signInApi } from '#features/people/sign-in/api.ts';
import { studentsApi } from '#features/people/students/api.ts';
import { paymentsApi } from '#features/payments/api.ts';
import { dataApi } from '#features/data/api.ts';
import { enrollmentApi } from '#features/enrollment/api.ts';
import { functionsApi } from '#features/enrollment/functions/api.ts';
import { organizationApi } from '#features/organization/api.ts';
import { schedulingApi } from '#features/scheduling/api.ts';

export const router = {
  attendance: attendanceApi,
  auth: authApi,
  organization: organizationApi,
  catalog: catalogApi,
  scheduling: schedulingApi,
  leads: leadsApi,
  people: { instructors: instructorsApi, students: studentsApi, signIn: signInApi },
  payments: paymentsApi,
  enrollment: enrollmentApi,
  functions: functionsApi,
  insights: insightsApi,
  data: dataApi,
};

/** The one thing the browser takes from the server: its types. */
export type AppRouter = RouterClient<typeof router>;

/** What every procedure answers. */
export type Answers = InferRouterOutputs<typeof router>;
