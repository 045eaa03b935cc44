/** The language of a mail of the service: that of the page it follows from. */
import * as z from 'zod';

export const language = z.enum(['en', 'id']).default('en');
export type MailLanguage = z.output<typeof language>;
