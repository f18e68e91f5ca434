import type { RawBuilder } from 'kysely';
import type { StudioContext } from '#platform/procedure.ts';
import { violatedConstraint } from '#platform/refusals.ts';
import { refuseHeldTwice } from '#features/scheduling/classes/held-twice.ts';
import { clashQuery, refuseClashes, slotOn, toClash, type Except } from '#features/scheduling/sql.ts';
import type { LocalDate } from '#shared/local-date.ts';
import type { LocalTime } from '#shared/time-range.ts';

/** Who was to hold a session, and when. */
export type Holder = {
  /** Of which class, if it is one of a class. */
  classId?: string;
  instructorId: string;
  date: LocalDate;
  startTime: LocalTime;
  endTime: LocalTime;
};

/**
 * Does what may put an instructor in two places, which the database refuses; the refusal then names the
 * instructor and what they are booked for. `selectHolder` finds out whom it was about.
 */
export async function unlessBusy<T>(
  { tenant, read }: Pick<StudioContext, 'tenant' | 'read'>,
  work: Parameters<typeof tenant<T>>[0],
  selectHolder: RawBuilder<Holder>,
  except: Except = {},
): Promise<T> {
  try {
    return await tenant(work);
  } catch (error) {
    if (violatedConstraint(error) !== 'instructor_not_double_booked') throw error;
    const [holder] = await read(() => selectHolder);
    if (!holder) throw error;
    if (holder.classId) await refuseHeldTwice({ read }, { classId: holder.classId });
    const slot = slotOn(holder.date, { ...holder, roomId: null });
    const clashes = await read(() => clashQuery(slot, except));
    refuseClashes(clashes.map(toClash), true);
    throw error;
  }
}
