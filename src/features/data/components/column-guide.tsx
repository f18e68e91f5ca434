import { Button, Group, Text } from '@mantine/core';

import { importColumns, maxRows, templateOf, type ImportColumn } from '#features/data/rules/columns.ts';
import type { ImportKind } from '#features/data/schema.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { saveCsv } from '#ui/save-file.ts';
import { Unbroken } from '#ui/unbroken.tsx';

import classes from './your-data.module.css';
import { importWords } from './import-words.ts';

const columns: Column<ImportColumn>[] = [
  { key: 'header', header: 'Column', isName: true, cell: ({ header }) => header },
  { key: 'needed', header: 'Needed', cell: ({ isRequired }) => (isRequired ? 'Yes' : 'No') },
  { key: 'means', header: 'What goes in', cell: ({ means }) => means },
  { key: 'example', header: 'Example', cell: ({ example }) => <Unbroken>{example}</Unbroken> },
  { key: 'others', header: 'Also called', cell: ({ otherNames }) => otherNames.join(', ') || '–' },
];

/** What a file must look like, and one to start from. */
export function ColumnGuide({ kind }: { kind: ImportKind }) {
  const { many } = importWords[kind];
  const required = importColumns[kind].filter(({ isRequired }) => isRequired).map(({ header }) => header);
  return (
    <>
      <Text maw="68ch">
        Save your list as CSV, at most {maxRows[kind].toLocaleString('en-US')} {many} a file. Its first row
        names the columns, in any order: {required.join(', ')} {required.length === 1 ? 'is' : 'are'} needed,
        the others may be left out. First everything is checked; nothing is stored before you say so, and
        never half a file.
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => saveCsv(`${many} template`, templateOf(kind))}>
          Download template
        </Button>
      </Group>
      <details className={classes.guide}>
        <summary>Columns for {many}</summary>
        <DataTable
          caption={`Columns for ${many}`}
          columns={columns}
          rows={importColumns[kind]}
          rowKey={({ header }) => header}
        />
      </details>
    </>
  );
}
