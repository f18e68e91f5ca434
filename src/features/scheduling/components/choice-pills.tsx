import { useId, useState } from 'react';

import { Input } from '@mantine/core';

import classes from './weekday-picker.module.css';

type Props<Choice extends string> = {
  label: string;
  choices: readonly Choice[];
  defaultValue?: Choice;
  onChange?: (choice: Choice) => void;
  readOnly?: boolean;
};

/** One of two or three words, all in view: radio buttons that look like the weekdays. */
export function ChoicePills<Choice extends string>({
  label,
  choices,
  defaultValue,
  onChange,
  readOnly = false,
}: Props<Choice>) {
  const [chosen, setChosen] = useState(defaultValue ?? choices[0]);
  const name = useId();

  function choose(choice: Choice) {
    if (readOnly) return;
    setChosen(choice);
    onChange?.(choice);
  }

  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: `${name}-label` }}>
      <div role="radiogroup" aria-labelledby={`${name}-label`} className={classes.choices}>
        {choices.map((choice) => (
          <label key={choice} className={classes.day}>
            <input
              type="radio"
              name={name}
              className={classes.box}
              checked={choice === chosen}
              onChange={() => choose(choice)}
            />
            {choice}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}
