import type { ReactNode } from 'react';

import classes from './form-and-list.module.css';

type Props = { formTitle: string; form: ReactNode; listTitle: ReactNode; list: ReactNode };

/** A form beside the list it adds to; one above the other where there is no room. */
export function FormAndList({ formTitle, form, listTitle, list }: Props) {
  return (
    <div className={classes.columns}>
      <section className={classes.form}>
        <h2 className={classes.title}>{formTitle}</h2>
        {form}
      </section>
      <section className={classes.list}>
        <h2 className={classes.title}>{listTitle}</h2>
        {list}
      </section>
    </div>
  );
}
