import { Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { Link } from '@tanstack/react-router';

import { useBookingOptions } from './booking-options.ts';
import classes from './first-run.module.css';

/** What a new studio sets up before its first class (R3): a step opens once those it builds on are done. */
export function FirstRun() {
  const { options } = useBookingOptions();
  const made = {
    danceTypes: (options?.danceTypes.length ?? 0) > 0,
    rooms: (options?.rooms.length ?? 0) > 0,
    instructors: (options?.instructors.length ?? 0) > 0,
  };
  const steps = [
    {
      title: 'Add your dance types',
      words: 'Ballet, Hip Hop, Salsa: what you teach.',
      action: 'Add a dance type',
      to: '/dashboard/manage-dance-types',
      isDone: made.danceTypes,
      isOpen: true,
    },
    {
      title: 'Add your classrooms',
      words: 'The rooms classes take place in.',
      action: 'Add a classroom',
      to: '/dashboard/manage-classrooms',
      isDone: made.rooms,
      isOpen: true,
    },
    {
      title: 'Add your instructors',
      words: 'Who teaches, and how they are paid.',
      action: 'Add an instructor',
      to: '/dashboard/manage-instructors',
      isDone: made.instructors,
      isOpen: true,
    },
    {
      title: 'Create your first class',
      words: 'A weekly rule: days, times, instructor and room.',
      action: 'Create a class',
      to: '/dashboard/manage-classes',
      isDone: false,
      isOpen: made.danceTypes && made.rooms && made.instructors,
    },
  ];
  const next = steps.find(({ isDone, isOpen }) => isOpen && !isDone);
  return (
    <section aria-labelledby="first-run" className={classes.panel}>
      <h2 id="first-run" className={classes.title}>
        Set up your schedule
      </h2>
      <p className={classes.words}>Four steps, and the first week stands.</p>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.to} className={classes.step} data-done={step.isDone || undefined}>
            <span className={classes.mark} aria-hidden="true">
              {step.isDone ? <IconCheck size={18} stroke={2.5} /> : index + 1}
            </span>
            <span className={classes.text}>
              <span className={classes.name}>
                {step.title}
                {step.isDone && <span className="visually-hidden"> (done)</span>}
              </span>
              <span className={classes.hint}>{step.words}</span>
            </span>
            <StepButton step={step} isNext={step === next} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type Step = { action: string; to: string; isDone: boolean; isOpen: boolean };

function StepButton({ step, isNext }: { step: Step; isNext: boolean }) {
  if (!step.isOpen) {
    return (
      <Button variant="default" disabled>
        {step.action}
      </Button>
    );
  }
  return (
    <Button variant={isNext ? 'filled' : 'default'} renderRoot={(props) => <Link to={step.to} {...props} />}>
      {step.isDone ? 'Add more' : step.action}
      {step.isDone && <span className="visually-hidden">: {step.action}</span>}
    </Button>
  );
}
