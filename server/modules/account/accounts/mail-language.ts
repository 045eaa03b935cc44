/** The language of the service's mails: the language of the page that caused the mail. */
import * as z from 'zod';

export const language = z.enum(['en', 'id']).default('en');
export type MailLanguage = z.output<typeof language>;
