/** The sandbox's jobs by name and payload; what they do is in jobs.ts. */
import { z } from 'zod';
import { ANSWERS } from '@/server/resources/sandbox/schema';

/** Calls back what a person has asked for. */
export const ANSWER = {
  name: 'sandbox.answer',
  payload: z.object({ accountId: z.string(), ids: z.array(z.string()), event: z.enum(ANSWERS) }),
};

/** Calls back what recipients do by themselves and is due. */
export const REACT = { name: 'sandbox.react', payload: z.object({ accountId: z.string() }) };
