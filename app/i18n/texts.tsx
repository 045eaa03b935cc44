/** Words go to the browser with the page that uses them (texts.test.ts holds that none is missing, and none idle). */
import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { Messages } from '@/app/i18n/messages';
import { MoreTexts } from '@/app/i18n/more-texts';

export type Namespace = keyof Messages;

/** Words that every page has: of the frame, the parts that pages are made of, and what an error says. */
export const BASE: readonly Namespace[] = ['auth', 'errors', 'fields', 'shell', 'ui'];

export const pick = (messages: Messages, of: readonly Namespace[]): Partial<Messages> =>
  Object.fromEntries(of.map((namespace) => [namespace, messages[namespace]]));

/** Brings words to what stands inside, beside those that are there. */
export async function Texts({ of, children }: { of: readonly Namespace[]; children: ReactNode }) {
  return <MoreTexts messages={pick(await getMessages(), of)}>{children}</MoreTexts>;
}
