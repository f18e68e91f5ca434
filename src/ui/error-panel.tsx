import { BusyButton } from './busy-button.tsx';
import { Notice } from './notice.tsx';

type Props = {
  /** What failed: "Error Loading Insights". */
  title?: string;
  message: string;
  onRetry: () => void;
  isRetrying?: boolean;
};

/** A failed load, shown where the data would have been, with a way to try again (R5). */
export function ErrorPanel({ title, message, onRetry, isRetrying = false }: Props) {
  const retry = (
    <BusyButton variant="default" onClick={onRetry} isBusy={isRetrying}>
      Retry
    </BusyButton>
  );
  return (
    <Notice tone="danger" role="alert" {...(title ? { title } : {})} action={retry}>
      {message}
    </Notice>
  );
}
