import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';

import { errorMessage } from '#client/failure.ts';
import { Section } from '#features/organization/components/section.tsx';
import { ErrorPanel } from '#ui/error-panel.tsx';
import { saveFile } from '#ui/save-file.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { toastSuccess } from '#ui/toast.ts';

import { fetchArchive } from './archive-file.ts';

/** Takes everything the studio has stored home as one file, for its owner. */
export function ExportCard() {
  const download = useMutation({
    mutationFn: fetchArchive,
    onSuccess: (archive) => {
      saveFile(archive);
      toastSuccess('Your archive was downloaded.');
    },
  });
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (!download.isPending) download.mutate();
  };
  return (
    <Section title="Download everything">
      <Text>
        One ZIP file with all your people, classes, payments, attendance and inquiries, each as a spreadsheet
        (CSV) and as JSON, and a README that says how to read them. It holds personal data: keep it as safe as
        your books.
      </Text>
      {download.error && (
        <ErrorPanel
          title="The archive could not be downloaded"
          message={errorMessage(download.error)}
          onRetry={() => download.mutate()}
          isRetrying={download.isPending}
        />
      )}
      <form onSubmit={start}>
        <SubmitButton isBusy={download.isPending} busyLabel="Preparing...">
          Download archive
        </SubmitButton>
      </form>
    </Section>
  );
}
