import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useId, type ReactNode } from 'react';

import { useSignedIn } from '#client/session.ts';
import type { DateRange } from '#features/insights/rules.ts';
import type { CsvCell } from '#shared/csv.ts';
import { saveCsv } from '#ui/save-file.ts';

import { About } from './about.tsx';
import classes from './insights.module.css';
import { fileName } from './rows-words.ts';

type Props = {
  title: string;
  about: string;
  subtitle?: string;
  /** For the name of the file; null where the period makes no difference. */
  range: DateRange | null;
  csv: readonly (readonly CsvCell[])[];
  size?: 'half' | 'tall' | 'whole';
  children: ReactNode;
};

/** A titled part of the report with what it counts and its figures as a file. */
export function Panel({ title, about, subtitle, range, csv, size = 'half', children }: Props) {
  const heading = useId();
  const { today } = useSignedIn();
  return (
    <section className={classes.panel} data-size={size} aria-labelledby={heading}>
      <div className={classes.head}>
        <div className={classes.titles}>
          <div className={classes.label}>
            <h2 id={heading} className={classes.title}>
              {title}
            </h2>
            <About name={title}>{about}</About>
          </div>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        <button
          type="button"
          className={classes.about}
          aria-label={`Download ${title} as CSV`}
          title="Download CSV"
          data-noprint
          onClick={() => saveCsv(fileName(title, range, today), csv)}
        >
          <IconDownload size={18} aria-hidden="true" />
        </button>
      </div>
      {children}
    </section>
  );
}
