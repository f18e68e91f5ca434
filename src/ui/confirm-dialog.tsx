import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';

import { BusyButton } from './busy-button.tsx';
import { closeQuestion, isAsked, type AskedQuestion } from './confirm.ts';
import { useFocusReturn } from './focus-return.ts';
import { Notice } from './notice.tsx';
import { toastError } from './toast.ts';

/** Draws one question: busy while it works, and open with the reason when it fails. */
export function ConfirmDialog({ question }: { question: AskedQuestion }) {
  useFocusReturn();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm() {
    setIsBusy(true);
    setFailure(null);
    try {
      await question.onConfirm();
      if (isAsked(question)) closeQuestion();
    } catch (error) {
      const words = wordsFor(question, error);
      // Who has left its page is told where they are by now.
      if (!isAsked(question)) return toastError(words);
      setFailure(words);
      setIsBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={closeQuestion}
      closeOnEscape={!isBusy}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={question.title}
      size={440}
      attributes={{ header: { role: 'presentation' }, content: { 'data-question': true } }}
    >
      <Stack gap="md">
        <div>{question.body}</div>
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={closeQuestion} disabled={isBusy}>
            {question.cancelLabel ?? 'Keep it'}
          </Button>
          <BusyButton
            color={question.tone === 'danger' ? 'red' : 'purple'}
            isBusy={isBusy}
            onClick={() => void confirm()}
          >
            {question.confirmLabel}
          </BusyButton>
        </Group>
      </Stack>
    </Modal>
  );
}

function wordsFor(question: AskedQuestion, error: unknown): string {
  if (question.errorText) return question.errorText(error);
  return error instanceof Error && error.message ? error.message : 'That did not work. Try again.';
}
