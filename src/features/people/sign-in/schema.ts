import * as z from 'zod/mini';
import { id } from '#shared/fields.ts';

export const signInInput = z.strictObject({ id: id() });

/** Roles whose sign-in is given and ended on their profile; the office's is with the team. */
export const invitedRoles = ['instructor', 'student'] as const;
export type InvitedRole = (typeof invitedRoles)[number];

export type InvitedPerson = { id: string; role: InvitedRole; fullName: string; email: string | null };

/** Whether a person can sign in. */
export type SignIn = {
  /** Invited is who has not used the invitation yet. */
  access: 'none' | 'invited' | 'active';
  /** The address they were invited at or sign in with; null without either. */
  email: string | null;
  invitedAt: Date | null;
  /** Null when they are signed in nowhere. */
  lastUsedAt: Date | null;
  hasTwoStep: boolean;
};
