import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#client/api.ts';

import type { Inquiry, InquiryPage } from '../schema.ts';
import { failingWith } from './failure-words.ts';

/** Changes a status at once and takes it back when the server says no (R7). */
export function useStatusChange() {
  const queries = useQueryClient();
  const lists = { queryKey: api.leads.list.key() };

  function show(inquiry: Inquiry) {
    queries.setQueriesData<InquiryPage>(
      lists,
      (page) => page && { ...page, rows: page.rows.map((row) => (row.id === inquiry.id ? inquiry : row)) },
    );
  }

  return useMutation({
    mutationFn: ({ inquiry, status }: { inquiry: Inquiry; status: Inquiry['status'] }) =>
      failingWith(
        'Failed to update inquiry. Please try again.',
        api.leads.setStatus.call({ id: inquiry.id, version: inquiry.version, status }),
      ),
    onMutate: async ({ inquiry, status }) => {
      await queries.cancelQueries(lists);
      show({ ...inquiry, status });
    },
    onSuccess: show,
    onError: (_error, { inquiry }) => show(inquiry),
    meta: { invalidates: [api.leads.list.key()] },
    onSettled: () => queries.invalidateQueries(lists),
  });
}
