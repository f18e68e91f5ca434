import { ErrorPanel } from '#ui/error-panel.tsx';
import { errorMessage } from './failure.ts';

type Asked = { error: unknown; isFetching: boolean; refetch: () => unknown };
type Props = { title?: string; asked: Asked };

/** What was asked and not answered: why, where the data would have been, and a way to ask again (R5). */
export function LoadFailed({ asked: { error, isFetching, refetch }, ...title }: Props) {
  return (
    <ErrorPanel
      {...title}
      message={errorMessage(error)}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}
