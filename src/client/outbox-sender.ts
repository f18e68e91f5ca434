import { api } from '#client/api.ts';
import {
  errorMessage,
  isFault,
  isForLater,
  isRefusal,
  isRefusedAs,
  isShutOut,
  isSignedOut,
} from '#client/failure.ts';
import { onLive } from '#client/live.ts';
import { noteInOutbox, takeFromOutbox, waitingLogs, type WaitingLog } from '#client/outbox.ts';
import { queryClient } from '#client/query-client.ts';
import { refreshSession } from '#client/session.ts';
import { formatDate } from '#shared/local-date.ts';
import { toastError, toastSuccess } from '#ui/toast.ts';

const tryAgainAfterMs = 15_000;
const answerWithinMs = 20_000;
// What the server says of a date that has a log, and how the specification says it (spec §8).
const isLogged = 'A log for this session already exists.';
const alreadySubmitted = 'An attendance log for this class on this date has already been submitted.';

/** Sends what waits in a person's outbox as soon as the server can be reached. Gives back how to stop. */
export function startSending(owner: string): () => void {
  const send = () => void sendWaiting(owner).catch(() => {});
  const stopHearing = onLive(send);
  const timer = setInterval(send, tryAgainAfterMs);
  window.addEventListener('online', send);
  // What waits is seen here also while another tab is sending it.
  void waitingLogs(owner).catch(() => {});
  send();
  return () => {
    stopHearing();
    clearInterval(timer);
    window.removeEventListener('online', send);
  };
}

/** One tab sends at a time. Where tabs can not agree on it, the server takes each log once all the same. */
async function sendWaiting(owner: string): Promise<void> {
  if (!('locks' in navigator)) return await sendAll(owner);
  await navigator.locks.request('barre.outbox', { ifAvailable: true }, (lock) =>
    lock ? sendAll(owner) : undefined,
  );
}

async function sendAll(owner: string): Promise<void> {
  const waiting = (await waitingLogs(owner)).filter(({ refusal }) => refusal === null);
  // The cookie is the browser's: somebody else may have signed in by another tab, and a log is sent as who took it.
  if (waiting.length === 0 || !(await isStillSignedIn(owner))) return;
  for (const log of waiting) {
    if (!(await send(log))) return;
  }
}

async function isStillSignedIn(owner: string): Promise<boolean> {
  const session = await api.auth.session.call(undefined, { signal: AbortSignal.timeout(answerWithinMs) });
  if (session?.profileId !== owner) void refreshSession();
  return session?.profileId === owner;
}

/** False when there is no point in trying the next one now. */
async function send(log: WaitingLog): Promise<boolean> {
  try {
    await api.attendance.save.call(log.input, { signal: AbortSignal.timeout(answerWithinMs) });
    toastSuccess(`Attendance of ${titleOf(log)} was sent.`);
  } catch (error) {
    // What the server fails at, it may fail at each time: those behind it are not held back.
    if (isFault(error)) {
      await noteInOutbox(log, { hasFailed: true });
      return true;
    }
    if (isSignedOut(error)) void refreshSession();
    const isOfOther = isRefusedAs(error, 'OTHER_ACCOUNT');
    if (isShutOut(error) || isOfOther || isForLater(error) || !isRefusal(error)) return false;
    if (errorMessage(error) !== isLogged) return await refuse(log, errorMessage(error));
    if (!(await isStored(log))) return await refuse(log, alreadySubmitted);
    toastSuccess(`${titleOf(log)}: ${alreadySubmitted}`);
  }
  // The sheet as it is now is there before the waiting log goes, so that the page does not open a blank one.
  await queryClient.invalidateQueries({ queryKey: api.attendance.key() });
  await takeFromOutbox(log);
  return true;
}

async function refuse(log: WaitingLog, refusal: string): Promise<true> {
  if (await noteInOutbox(log, { refusal })) toastError(`${titleOf(log)}: ${refusal}`);
  return true;
}

/** Whether the stored log says the same, so that nothing is lost with this one. */
async function isStored({ input }: WaitingLog): Promise<boolean> {
  const { classId, date, status, instructorId, notes, entries = [] } = input;
  const asked = api.attendance.sheet.queryOptions({ input: { classId, date } });
  const sheet = await queryClient.fetchQuery({ ...asked, staleTime: 0 }).catch(() => null);
  if (!sheet?.log) return false;
  const marked = sheet.students.filter(({ isPresent }) => isPresent !== null);
  return (
    sheet.log.status === status &&
    sheet.log.instructor.id === (instructorId ?? sheet.class.instructor.id) &&
    (sheet.log.notes ?? '') === (notes ?? '').trim() &&
    marked.length === entries.length &&
    marked.every(({ id, isPresent }) =>
      entries.some((entry) => entry.studentId === id && entry.isPresent === isPresent),
    )
  );
}

function titleOf({ className, input }: WaitingLog): string {
  return `${className}, ${formatDate(input.date)}`;
}
