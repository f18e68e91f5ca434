import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';

import type { CalendarSession } from '../schema.ts';

type Props = { session: CalendarSession; className: string | undefined };

/** Says of a session that its attendance or outcome was told; of a cancelled one that is said in words. */
export function LoggedMark({ session: { isLogged, isCancelled }, className }: Props) {
  if (!isLogged || isCancelled) return null;
  return <IconCheck className={className} size={14} stroke={3} role="img" aria-label="Logged" />;
}
