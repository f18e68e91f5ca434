import type { ReactNode } from 'react';

import type { SocialName } from '#client/auth.ts';

/** A company's own mark, as its rules for sign-in buttons ask for. */
export function SocialMark({ name }: { name: SocialName }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      {marks[name]}
    </svg>
  );
}

const marks: Record<SocialName, ReactNode> = {
  github: (
    <path
      fill="currentColor"
      d="M12 1.3a11 11 0 0 0-3.5 21.4c.6.1.8-.2.8-.5v-2c-3.1.7-3.7-1.3-3.7-1.3-.5-1.3-1.2-1.6-1.2-1.6-1-.7.1-.7.1-.7 1.1.1 1.7 1.1 1.7 1.1 1 1.7 2.6 1.2 3.2.9.1-.7.4-1.2.7-1.5-2.4-.3-5-1.2-5-5.4 0-1.2.4-2.2 1.1-3-.1-.3-.5-1.4.1-2.9 0 0 .9-.3 3 1.1a10 10 0 0 1 5.5 0c2.1-1.4 3-1.1 3-1.1.6 1.5.2 2.6.1 2.9.7.8 1.1 1.8 1.1 3 0 4.2-2.6 5.1-5 5.4.4.3.8 1 .8 2v3c0 .3.2.6.8.5A11 11 0 0 0 12 1.3Z"
    />
  ),
  google: (
    <>
      <path
        fill="#4285f4"
        d="M22.5 12.200c0-.8-.1-1.5-.2-2.200H12v4.200h5.900a5 5 0 0 1-2.2 3.300v2.700h3.500c2.1-1.9 3.3-4.7 3.3-8Z"
      />
      <path
        fill="#34a853"
        d="M12 23c3 0 5.5-1 7.3-2.700l-3.5-2.700a6.6 6.6 0 0 1-9.9-3.500H2.200v2.800A11 11 0 0 0 12 23Z"
      />
      <path fill="#fbbc05" d="M5.9 14.100a6.6 6.6 0 0 1 0-4.200V7.100H2.200a11 11 0 0 0 0 9.800l3.7-2.800Z" />
      <path
        fill="#ea4335"
        d="M12 5.400c1.6 0 3.1.6 4.2 1.600l3.1-3.100A11 11 0 0 0 2.2 7.100l3.7 2.800A6.6 6.6 0 0 1 12 5.400Z"
      />
    </>
  ),
  microsoft: (
    <>
      <path fill="#f25022" d="M2 2h9.500v9.500H2z" />
      <path fill="#7fba00" d="M12.5 2H22v9.500h-9.500z" />
      <path fill="#00a4ef" d="M2 12.500h9.500V22H2z" />
      <path fill="#ffb900" d="M12.5 12.500H22V22h-9.500z" />
    </>
  ),
};
