import { mutationOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '#client/api.ts';
import { errorMessage, failingWith } from '#client/failure.ts';
import { useIsOpen } from '#ui/is-open.ts';
import { toastError } from '#ui/toast.ts';

import type { Inquiry, InquiryPage } from '../schema.ts';

type Change = { inquiry: Inquiry; status: Inquiry['status'] };

export type StatusFailure = { inquiry: Inquiry; error: Error };

type Tell = (next: (failures: readonly StatusFailure[]) => readonly StatusFailure[]) => void;

/** What a failure is headed with, wherever it is told. */
export function statusUnchanged({ fullName }: Inquiry): string {
  return `The status of ${fullName} was not changed`;
}

/** Changes a status at once and takes it back when the server says no (R7); `failures` has the last of each inquiry. */
export function useStatusChange() {
  const queries = useQueryClient();
  const [failures, setFailures] = useState<readonly StatusFailure[]>([]);
  const isOpen = useIsOpen();
  const [options] = useState(() => statusChange(queries, setFailures, isOpen));
  const { mutate: change } = useMutation(options);
  return { change, failures };
}

export function statusChange(queries: QueryClient, tell: Tell, isOpen: () => boolean) {
  const lists = { queryKey: api.leads.list.key() };
  /** Inquiries as the server has them, and how many changes of each are on their way. */
  const changing = new Map<string, { stored: Inquiry; changes: number }>();
  const stateOf = (inquiry: Inquiry) => changing.get(inquiry.id) ?? { stored: inquiry, changes: 0 };

  function show(inquiry: Inquiry) {
    queries.setQueriesData<InquiryPage>(
      lists,
      (page) => page && { ...page, rows: page.rows.map((row) => (row.id === inquiry.id ? inquiry : row)) },
    );
  }

  function forget({ id }: Inquiry) {
    tell((failures) => failures.filter(({ inquiry }) => inquiry.id !== id));
  }

  return mutationOptions({
    // One after the other: who corrects a status changes what their own change has left.
    scope: { id: 'inquiry status' },
    mutationFn: ({ inquiry, status }: Change) =>
      failingWith(
        api.leads.setStatus.call({ id: inquiry.id, version: stateOf(inquiry).stored.version, status }),
        () => 'Failed to update inquiry. Please try again.',
      ),
    onMutate: async ({ inquiry, status }) => {
      forget(inquiry);
      const { stored, changes } = stateOf(inquiry);
      changing.set(inquiry.id, { stored, changes: changes + 1 });
      await queries.cancelQueries(lists);
      show({ ...inquiry, status });
    },
    onSuccess: (stored) => {
      forget(stored);
      const { changes } = stateOf(stored);
      changing.set(stored.id, { stored, changes });
      if (changes === 1) show(stored);
    },
    // Told here: of several under way, the screen's own mutation is the last one.
    onError: (error, { inquiry }) => {
      show(stateOf(inquiry).stored);
      // Who has left the page is told where they are by now.
      if (!isOpen()) return toastError(`${statusUnchanged(inquiry)}: ${errorMessage(error)}`);
      forget(inquiry);
      tell((failures) => [...failures, { inquiry, error }]);
    },
    onSettled: async (_stored, _error, { inquiry }) => {
      const { stored, changes } = stateOf(inquiry);
      if (changes > 1) changing.set(inquiry.id, { stored, changes: changes - 1 });
      else changing.delete(inquiry.id);
      if (changing.size === 0) await queries.invalidateQueries(lists);
    },
  });
}
