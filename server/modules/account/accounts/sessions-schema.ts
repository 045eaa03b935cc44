/** The browsers in which a person is signed in. */
import * as z from 'zod';
import { id, instantOut } from '@/server/platform/lib/fields';

export const ownSession = z.object({
  id,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The client's address at the sign-in. */
  address: z.string(),
  createdAt: instantOut,
  lastSeenAt: instantOut,
  /** True for the session of this request. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

export const sessionsOutput = z.object({ sessions: z.array(ownSession) });
export const sessionEndedOutput = z.object({ id, ended: z.literal(true) });
export const othersEndedOutput = z.object({ ended: z.int() });
