import { useStudioClock } from '#client/session.ts';
import type { LocalDate } from '#shared/local-date.ts';

import type { ClassRule } from '../schema.ts';
import { ClassCard } from './class-card.tsx';
import classes from './class-card.module.css';
import { aheadFrom } from './next-session.ts';
import type { OpenMenu } from './schedule-actions.tsx';

type Props = { rules: readonly ClassRule[]; today: LocalDate; openMenu: OpenMenu | null };

/** The card grid of All Classes (spec §2). */
export function ClassGrid({ rules, today, openMenu }: Props) {
  const { time } = useStudioClock();
  return (
    <ul className={classes.grid}>
      {rules.map((rule) => (
        <li key={rule.id}>
          <ClassCard
            rule={rule}
            today={today}
            from={aheadFrom(rule, { date: today, time })}
            openMenu={openMenu}
          />
        </li>
      ))}
    </ul>
  );
}
