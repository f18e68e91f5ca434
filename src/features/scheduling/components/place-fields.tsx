import classes from './booking-fields.module.css';
import type { FieldsOf } from './booking-form.ts';
import type { BookingOptions } from './booking-options.ts';
import { noClassrooms, noInstructors, OptionSelect } from './option-select.tsx';

type Booked = { instructorId: string | null; roomId: string | null };

type Props = {
  form: Pick<FieldsOf<Booked>, 'key' | 'getInputProps'>;
  options: BookingOptions;
  /** In a dialog that begins with them. */
  isFirst?: boolean;
};

/** Who teaches and where: what every booking holds, and nothing else may hold at the time. */
export function PlaceFields({ form, options, isFirst = false }: Props) {
  return (
    <div className={classes.wide}>
      <OptionSelect
        label="Instructor"
        placeholder="Choose an instructor"
        data={options.instructors}
        missing={noInstructors}
        data-autofocus={isFirst || undefined}
        key={form.key('instructorId')}
        {...form.getInputProps('instructorId')}
      />
      <OptionSelect
        label="Classroom"
        placeholder="Choose a classroom"
        data={options.rooms}
        missing={noClassrooms}
        key={form.key('roomId')}
        {...form.getInputProps('roomId')}
      />
    </div>
  );
}
