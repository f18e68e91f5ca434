import { TextInput } from '@mantine/core';
import { useRef } from 'react';

import { minutesOf, timeOfMinutes } from '#shared/time-range.ts';

import classes from './booking-fields.module.css';
import type { FieldsOf } from './booking-form.ts';

type Times = { startTime: string; endTime: string };

type Props = {
  form: Pick<FieldsOf<Times>, 'key' | 'getInputProps' | 'getValues' | 'setFieldValue'>;
};

const usualMinutes = 60;

/** Start and end time; an empty end is filled in an hour after the start, the usual length of a class. */
export function TimeFields({ form }: Props) {
  const end = useRef<HTMLInputElement>(null);
  const { onBlur, ...start } = form.getInputProps('startTime');

  function suggestEnd() {
    const { startTime, endTime } = form.getValues();
    if (startTime === '' || endTime !== '' || end.current?.readOnly) return;
    const suggested = timeOfMinutes(minutesOf(startTime) + usualMinutes);
    // Into the input there is: a new one would not have the focus that is on its way to it.
    form.setFieldValue('endTime', suggested, { forceUpdate: false });
    if (end.current) end.current.value = suggested;
  }

  return (
    <div className={classes.pair}>
      <TextInput
        type="time"
        step={300}
        label="Start time"
        key={form.key('startTime')}
        {...start}
        onBlur={() => {
          onBlur?.();
          suggestEnd();
        }}
      />
      <TextInput
        type="time"
        step={300}
        label="End time"
        ref={end}
        key={form.key('endTime')}
        {...form.getInputProps('endTime')}
      />
    </div>
  );
}
