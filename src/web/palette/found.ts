import { useDebouncedValue } from '@mantine/hooks';
import IconCalendarWeek from '@tabler/icons-react/dist/esm/icons/IconCalendarWeek.mjs';
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { api } from '#client/api.ts';
import { errorMessage } from '#client/failure.ts';
import { useCan } from '#client/session.ts';
import { meant, namedFirst } from '#features/people/students/components/meant.ts';
import { byStart } from '#features/scheduling/rules.ts';
import type { ClassRule } from '#features/scheduling/schema.ts';
import { formatTimeRange } from '#shared/time-range.ts';
import { formatWeekdays } from '#shared/weekday.ts';

import { holds, type CommandGroup } from './commands.ts';

const typingPauseMs = 120;
const shownAtMost = 6;

type Found = { groups: CommandGroup[]; isSearching: boolean; failure: string | null };

/** Students, inquiries, instructors and classes whose name fits, found by the server as one types. */
export function useFound(query: string): Found {
  const text = query.trim();
  const [typed] = useDebouncedValue(text, typingPauseMs);
  const isLong = typed.length >= 2;
  const enabled = useCan('managePeople') && isLong;
  const options = { enabled, placeholderData: keepPreviousData };
  const students = useQuery(
    api.people.students.list.queryOptions({ input: { q: typed, limit: shownAtMost }, ...options }),
  );
  const instructors = useQuery(api.people.instructors.list.queryOptions({ input: { q: typed }, ...options }));
  const inquiries = useQuery(
    api.leads.list.queryOptions({
      input: { q: typed },
      enabled: useCan('manageInquiries') && isLong,
      placeholderData: keepPreviousData,
    }),
  );
  const classes = useQuery(
    api.scheduling.classes.list.queryOptions({
      enabled: useCan('manageSchedule') && isLong,
      select: byStart<ClassRule>,
    }),
  );
  const lists = [students, inquiries, instructors, classes];
  const isSearching = text !== typed || lists.some(({ isFetching, isStale }) => isFetching && isStale);
  const failed = lists.find(({ isLoadingError }) => isLoadingError);
  const isAnswered = text === typed && lists.every(({ isPlaceholderData }) => !isPlaceholderData);
  const shown = <Person extends { fullName: string }>(people: readonly Person[] = []) =>
    isAnswered ? people : meant(people, text);
  if (!isLong) return { groups: [], isSearching: text.length >= 2, failure: null };
  const groups = [
    {
      label: 'Students',
      commands: shown(students.data?.items).map(({ id, fullName, email, phoneNumber }) => ({
        id,
        label: fullName,
        hint: email ?? phoneNumber,
        icon: IconUser,
        run: `/dashboard/student-profile/${id}`,
      })),
    },
    {
      // Who became a student is found as one.
      label: 'Inquiries',
      commands: namedFirst(
        shown(inquiries.data?.rows).filter(({ studentId }) => studentId === null),
        typed,
      )
        .slice(0, shownAtMost)
        .map(({ id, fullName, email, phoneNumber }) => ({
          id,
          label: fullName,
          hint: email ?? phoneNumber,
          icon: IconMessageCircle,
          run: `/dashboard/manage-inquiries?q=${encodeURIComponent(fullName)}`,
        })),
    },
    {
      label: 'Instructors',
      commands: namedFirst(shown(instructors.data), typed)
        .slice(0, shownAtMost)
        .map(({ id, fullName, email, phoneNumber }) => ({
          id,
          label: fullName,
          hint: email ?? phoneNumber,
          icon: IconSchool,
          run: `/dashboard/instructor-profile/${id}`,
        })),
    },
    {
      label: 'Classes',
      commands: (classes.data ?? [])
        .filter(({ name }) => holds(name, text))
        .slice(0, shownAtMost)
        .map((rule) => ({
          id: rule.id,
          label: rule.name,
          hint: `${formatWeekdays(rule.daysOfWeek)}, ${formatTimeRange(rule)}`,
          icon: IconCalendarWeek,
          run: `/dashboard/class-roster/${rule.id}`,
        })),
    },
  ];
  return { groups, isSearching, failure: failed ? errorMessage(failed.error) : null };
}
