import { useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { byStart, classLabel } from '#features/scheduling/rules.ts';
import type { ClassRule } from '#features/scheduling/schema.ts';

import type { Subscription } from '../schema.ts';

export type ClassOptions = ReturnType<typeof useClassOptions>;

/** The studio's classes as a payment's form offers them, and the payment's own even when it is there no more. */
export function useClassOptions(payment?: Subscription) {
  const list = useQuery(api.scheduling.classes.list.queryOptions({ select: byStart<ClassRule> }));
  const { data = [] } = list;
  const options = data.map((rule) => ({ value: rule.id, label: classLabel(rule) }));
  if (payment && !data.some(({ id }) => id === payment.classId))
    options.push({ value: payment.classId, label: payment.className });
  return { options, list };
}
