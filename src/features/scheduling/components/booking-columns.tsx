import { ActionIcon } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';

import type { Column } from '#ui/data-table.tsx';

import classes from './booking-list.module.css';

type Placed = { instructor: { fullName: string }; room: { name: string } };

/** Who teaches and where: of a class and of a one-time session alike. */
export const placeColumn: Column<Placed> = {
  key: 'where',
  header: 'Instructor, room',
  sortBy: ({ instructor, room }) => `${instructor.fullName} ${room.name}`,
  cell: ({ instructor, room }) => (
    <span className={classes.lines}>
      <span>{instructor.fullName}</span>
      <span className={classes.sub}>{room.name}</span>
    </span>
  ),
};

/** The button that opens the menu of a row, which `nameOf` tells from the others. */
export function menuColumn<Row>(
  nameOf: (row: Row) => string,
  open: (anchor: HTMLElement, row: Row) => void,
): Column<Row> {
  return {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (row) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`Actions for ${nameOf(row)}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => open(currentTarget, row)}
      >
        <IconDots size={18} aria-hidden="true" />
      </ActionIcon>
    ),
  };
}
