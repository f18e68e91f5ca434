import { Skeleton } from '@mantine/core';

import classes from './enroll-student.module.css';

const details = ['name', 'email', 'phone', 'gender', 'birth'];

/** The enrollment form and its cart in grey. */
export function EnrollSkeleton() {
  return (
    <div className={classes.enroll}>
      <div className={classes.panel}>
        <Skeleton height={28} width="12rem" />
        <div className={classes.fields}>
          {details.map((field) => (
            <Field key={field} />
          ))}
        </div>
        <div className={classes.subheading}>
          <Skeleton height={24} width="12rem" />
        </div>
        <div className={classes.fields}>
          <Field isWide />
          <Field />
          <Field />
          <Field />
          <div className={classes.until}>
            <Field />
            <div className={classes.noSpans} />
          </div>
          <Field isWide />
          <Field />
        </div>
        <Skeleton className={classes.grey} width="8rem" radius="md" />
      </div>
      <div className={classes.cart} data-grey>
        <Skeleton height={28} width="10rem" />
        <Skeleton height={103} radius="md" />
        <Skeleton height={40} />
        <Skeleton className={classes.grey} radius="md" />
      </div>
    </div>
  );
}

function Field({ isWide = false }: { isWide?: boolean }) {
  return (
    <div className={isWide ? classes.wide : undefined}>
      <Skeleton height={14} width="6rem" mt={3} mb={8} />
      <Skeleton className={classes.grey} radius="md" />
    </div>
  );
}
