import type { ReactNode } from 'react';

import classes from './page-header.module.css';
import { usePageTitle } from './page-title.ts';

type Props = {
  title: string;
  subtitle?: ReactNode;
  /** Where this page was reached from, as a link above the title. */
  back?: ReactNode;
  /** Buttons of the page, the primary one last. */
  actions?: ReactNode;
  /** Beside the title: a count badge, a status. */
  aside?: ReactNode;
};

/** The one h1 of a page: sets the tab's title and takes focus when the page is changed. */
export function PageHeader({ title, subtitle, back, actions, aside }: Props) {
  const heading = usePageTitle(title);
  return (
    <header className={classes.header} role="presentation">
      {back && <div className={classes.back}>{back}</div>}
      <div className={classes.row}>
        <div className={classes.words}>
          <div className={classes.titleRow}>
            <h1 ref={heading} tabIndex={-1} className={classes.title}>
              {title}
            </h1>
            {aside}
          </div>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}
