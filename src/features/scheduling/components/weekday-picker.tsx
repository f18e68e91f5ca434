import { Input } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';

import { weekdays, type Weekday } from '#shared/weekday.ts';

import classes from './weekday-picker.module.css';

type Props = {
  label: string;
  defaultValue?: readonly Weekday[];
  onChange?: (days: Weekday[]) => void;
  error?: ReactNode;
  readOnly?: boolean;
  'data-path'?: string;
};

/** Monday to Sunday, any number of them, as seven checkboxes that look like chips. */
export function WeekdayPicker({
  label,
  defaultValue = [],
  onChange,
  error,
  readOnly = false,
  'data-path': path,
}: Props) {
  const [chosen, setChosen] = useState<readonly Weekday[]>(defaultValue);
  const labelId = useId();
  const errorId = useId();

  function toggle(day: Weekday) {
    if (readOnly) return;
    const days = weekdays.filter((other) => chosen.includes(other) !== (other === day));
    setChosen(days);
    onChange?.(days);
  }

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: labelId }}
      error={error}
      errorProps={{ id: errorId }}
      {...(path ? { 'data-path': path } : {})}
    >
      <div role="group" aria-labelledby={labelId} className={classes.days}>
        {weekdays.map((day) => (
          <label key={day} className={classes.day}>
            <input
              type="checkbox"
              className={classes.box}
              aria-label={day}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? errorId : undefined}
              checked={chosen.includes(day)}
              onChange={() => toggle(day)}
            />
            <span aria-hidden="true">{day.slice(0, 3)}</span>
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}
