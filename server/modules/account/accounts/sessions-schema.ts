/** The browsers that a person is signed in with. */
import * as z from 'zod';
import { id, instantOut } from '@/server/platform/lib/fields';

export const ownSession = z.object({
  id,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The address of the client when it signed in. */
  address: z.string(),
  createdAt: instantOut,
  lastSeenAt: instantOut,
  /** The one that asks. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

export const sessionsOutput = z.object({ sessions: z.array(ownSession) });
export const sessionEndedOutput = z.object({ id, ended: z.literal(true) });
export const othersEndedOutput = z.object({ ended: z.int() });
