/** What calls for a mail names these; the worker's side is jobs.ts. No payload holds a link: the worker makes it. */
import { z } from 'zod';
import { email } from '@/server/resources/accounts/schema';
import { language } from '@/server/resources/accounts/passwords-schema';

export const resetMailJob = { name: 'accounts.mail-reset', payload: z.object({ email, language }) };
export const passwordChangedMailJob = {
  name: 'accounts.mail-password-changed',
  payload: z.object({ userId: z.string(), language }),
};
