import { memo, useState, type CSSProperties, type ReactNode } from 'react';

import { compareNames } from '#shared/name-order.ts';
import classes from './data-table.module.css';
import { rowId } from './focus-row.ts';
import { SortButton, type Sort } from './sort-button.tsx';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable by this value; null sorts last. */
  sortBy?: (row: Row) => string | number | null;
  /** Marks the cell that names the row (th scope="row"); its content is usually a link. */
  isName?: boolean;
  /** Numbers and money stand at the end of the line, in even figures. */
  isNumeric?: boolean;
  /** Hides the header's text where the content speaks for itself (an actions menu). */
  isHeaderHidden?: boolean;
  /** Buttons with a header of their own: in a card they stand without its text. */
  isActions?: boolean;
};

type Props<Row> = {
  /** What the table lists: read out before it, and not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  initialSort?: Sort;
  /** Of a list that is whole here: the rows of one page stand on the screen, on paper all do. */
  paged?: { page: number; perPage: number };
};

/**
 * A real table where there is room for its columns, labelled cards elsewhere (R26, R27). Sorting happens here:
 * lists are short or already cut to a page by the server.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, initialSort, paged }: Props<Row>) {
  const [sort, setSort] = useState<Sort | null>(initialSort ?? null);
  const isSortable = columns.some(({ sortBy }) => sortBy);
  const wordColumns = columns.filter(({ isHeaderHidden }) => !isHeaderHidden).length;
  // Roles are spelled out: with `display: block` browsers forget that cells are cells.
  return (
    <div className={classes.space} style={{ '--columns': wordColumns } as CSSProperties}>
      <div className={classes.frame}>
        <table role="table" className={classes.table}>
          <caption className="visually-hidden">{caption}</caption>
          <thead role="rowgroup" className={classes.head} data-sortable={isSortable || undefined}>
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  data-numeric={column.isNumeric || undefined}
                  data-bare={column.isHeaderHidden || undefined}
                  data-sortable={column.sortBy ? true : undefined}
                  {...(sort?.key === column.key ? { 'aria-sort': sort.direction } : {})}
                >
                  <HeaderContent column={column} sort={sort} onSort={setSort} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {sorted(rows, columns, sort).map((row, index) => (
              <TableRow
                key={rowKey(row)}
                id={rowId(rowKey(row))}
                columns={columns}
                row={row}
                page={paged && elsewhere(index, paged)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The page of a row that is not on the one shown. */
function elsewhere(index: number, { page, perPage }: { page: number; perPage: number }): number | undefined {
  const own = Math.floor(index / perPage) + 1;
  return own === page ? undefined : own;
}

type RowProps<Row> = { id: string; columns: readonly Column<Row>[]; row: Row; page: number | undefined };

// Of a long list with the same columns, only the rows that are others are drawn anew.
const TableRow = memo(function TableRow<Row>({ id, columns, row, page }: RowProps<Row>) {
  return (
    <tr id={id} role="row" tabIndex={-1} data-elsewhere={page}>
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} />
      ))}
    </tr>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

type HeaderProps<Row> = { column: Column<Row>; sort: Sort | null; onSort: (sort: Sort) => void };

function HeaderContent<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  if (column.sortBy)
    return <SortButton column={column.key} label={column.header} sort={sort} onSort={onSort} />;
  return column.isHeaderHidden ? <span className="visually-hidden">{column.header}</span> : column.header;
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = (
    <>
      {!column.isName && !column.isHeaderHidden && <span className={classes.label}>{column.header}</span>}
      <span className={classes.value}>{column.cell(row)}</span>
    </>
  );
  if (column.isName) {
    return (
      <th role="rowheader" scope="row" className={classes.name}>
        {content}
      </th>
    );
  }
  return (
    <td
      role="cell"
      data-numeric={column.isNumeric || undefined}
      data-bare={column.isHeaderHidden || undefined}
      data-actions={column.isActions || undefined}
    >
      {content}
    </td>
  );
}

function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const value = columns.find(({ key }) => key === sort?.key)?.sortBy;
  if (!sort || !value) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => compare(value(a), value(b), sign));
}

function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * compareNames(String(a), String(b));
}

/** A column of a list that the server cuts to pages: a page sorted by itself would pass for the whole list. */
export function unsortable<Row>({ sortBy: _, ...column }: Column<Row>): Column<Row> {
  return column;
}
