import { Anchor, Button, FileButton, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { api } from '#client/api.ts';
import { askOnce } from '#client/ask-once.ts';
import { errorMessage, isForLater, isRefusal, isRefusedAs } from '#client/failure.ts';
import { importKinds, type ImportKind } from '#features/data/schema.ts';
import { Section } from '#features/organization/components/section.tsx';
import { ErrorPanel } from '#ui/error-panel.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { Notice } from '#ui/notice.tsx';
import { toastError, toastSuccess } from '#ui/toast.ts';

import { readChosenFile, type ChosenFile } from './chosen-file.ts';
import { ColumnGuide } from './column-guide.tsx';
import { ImportReportPanel } from './import-report.tsx';
import { countedOf, importWords } from './import-words.ts';
import classes from './your-data.module.css';

type Props = { kind: ImportKind; onKind: (kind: ImportKind) => void };

/** An import nobody knows the outcome of: asked again just as it was, it is done once. */
type Unanswered = { acceptedWarnings: string | null; words: string };

/** Brings students, instructors or classes in from a CSV file: choose, look at what it would do, import. */
export function ImportCard({ kind, onKind }: Props) {
  const isStoring = useIsMutating({ mutationKey: api.data.import.mutationKey() }) > 0;
  return (
    <Section title="Import from a spreadsheet" isWide>
      <div>
        <SegmentedControl
          aria-label="What to import"
          disabled={isStoring}
          value={kind}
          onChange={(value) => onKind(importKinds.find((each) => each === value) ?? 'students')}
          data={importKinds.map((each) => ({ value: each, label: importWords[each].label }))}
        />
      </div>
      <ColumnGuide kind={kind} />
      <FileImport key={kind} kind={kind} />
    </Section>
  );
}

function FileImport({ kind }: { kind: ImportKind }) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [created, setCreated] = useState<number | null>(null);
  const [unanswered, setUnanswered] = useState<Unanswered | null>(null);
  const resetPicker = useRef<() => void>(null);
  const node = useRef<HTMLDivElement>(null);
  const check = useMutation(api.data.checkImport.mutationOptions());
  const store = useMutation(
    api.data.import.mutationOptions({
      meta: {
        invalidates: [api.people, api.scheduling, api.enrollment, api.insights].map((part) => part.key()),
      },
    }),
  );

  async function choose(picked: File | null) {
    if (!picked) return;
    // Else the same file, corrected, could not be chosen again.
    resetPicker.current?.();
    const chosen = await readChosenFile(picked);
    setCreated(null);
    setUnanswered(null);
    store.reset();
    check.reset();
    setFile(chosen);
    if ('text' in chosen) check.mutate({ kind, text: chosen.text });
  }

  async function run(text: string, acceptedWarnings: string | null) {
    const those = countedOf(kind, check.data?.creates ?? 0);
    try {
      const asked = { kind, text, acceptedWarnings };
      const answer = await askOnce('data.import', asked, (keyed) => store.mutateAsync(keyed), kind);
      setFile(null);
      setUnanswered(null);
      setCreated(answer.created);
      toastSuccess(`${countedOf(kind, answer.created)} ${answer.created === 1 ? 'was' : 'were'} imported.`);
    } catch (error) {
      // What refuses to try again, the end of a session say, tells nothing of what was tried before.
      const isAnswered = isRefusedAs(error, 'IMPORT_REFUSED') || (isRefusal(error) && !unanswered);
      // Who has left the page is told where they are by now.
      if (!node.current)
        return toastError(
          `${isAnswered ? 'Not imported' : 'It is not known whether this was imported'}, ${those}: ${errorMessage(error)}`,
        );
      setUnanswered(isAnswered ? null : { acceptedWarnings, words: errorMessage(error) });
      // What is in the way now may not have been there when the file was checked.
      if (isAnswered && !isForLater(error)) check.mutate({ kind, text });
    }
  }

  const { text, doubtful } = file && 'text' in file ? file : { text: null, doubtful: [] };
  return (
    <div ref={node} className={classes.report}>
      <Group gap="sm">
        <FileButton
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          resetRef={resetPicker}
          onChange={(picked) => void choose(picked)}
          inputProps={{ 'aria-label': `CSV file with ${importWords[kind].many}` }}
        >
          {(props) => (
            // What becomes of a file is told of the one that is shown: there is no other until it is known.
            <Button
              {...props}
              disabled={store.isPending}
              variant={check.data?.creates ? 'default' : 'filled'}
            >
              {file ? 'Choose another file' : 'Choose a CSV file'}
            </Button>
          )}
        </FileButton>
        {file && <span className={classes.fileName}>{file.name}</span>}
      </Group>
      {created !== null && <Imported kind={kind} count={created} />}
      {file && 'problem' in file && (
        <Notice tone="danger" role="alert">
          {file.problem}
        </Notice>
      )}
      {doubtful.length > 0 && (
        <Notice tone="warning" role="status" title="Look at letters with accents">
          This file is not UTF-8, so they may be read wrong. Is this right: {doubtful.join(', ')}? If not,
          save the file as “CSV UTF-8” in your spreadsheet program and choose it again.
        </Notice>
      )}
      {text !== null && unanswered && (
        <ErrorPanel
          title="It is not known whether this was imported"
          message={`${unanswered.words} What was imported already will not be imported a second time.`}
          onRetry={() => void run(text, unanswered.acceptedWarnings)}
          isRetrying={store.isPending}
        />
      )}
      {text !== null && !unanswered && (
        <LoadingRegion
          isLoading={check.isPending && !check.data}
          label="Checking the file"
          skeleton={<Skeleton h={160} radius="lg" />}
        >
          {store.error && (
            <Notice tone="danger" role="alert" title="Nothing was imported">
              {errorMessage(store.error)}
            </Notice>
          )}
          {check.error && (
            <ErrorPanel
              title="The file could not be checked"
              message={errorMessage(check.error)}
              onRetry={() => check.mutate({ kind, text })}
              isRetrying={check.isPending}
            />
          )}
          {check.data && (
            <ImportReportPanel
              report={check.data}
              isStoring={store.isPending}
              onImport={() => void run(text, check.data.warningsFingerprint)}
            />
          )}
        </LoadingRegion>
      )}
    </div>
  );
}

function Imported({ kind, count }: { kind: ImportKind; count: number }) {
  const { many, listPath } = importWords[kind];
  return (
    <Notice
      tone="success"
      role="status"
      action={<Anchor renderRoot={(props) => <Link to={listPath} {...props} />}>See all {many}</Anchor>}
    >
      {countedOf(kind, count)} {count === 1 ? 'was' : 'were'} imported.
    </Notice>
  );
}
