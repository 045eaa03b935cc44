/** Forms, and visitors of theirs, for tests. */
import type { Database } from '@/server/platform/db/client';
import { stampOf } from '@/server/modules/audience/forms/tokens';
import { unique } from '@/server/testing/factories/unique';
import type { Answer, TestServer } from '@/server/testing/server';

export const WORDING = 'Yes, send me news by e-mail.';

/** @param more columns that differ from a live form for an e-mail with double opt-in */
export async function makeForm(
  { prisma }: Database,
  accountId: string,
  more: Partial<Parameters<typeof prisma.form.create>[0]['data']> = {},
): Promise<string> {
  const at = new Date();
  const { id } = await prisma.form.create({
    data: {
      accountId,
      name: unique('Form '),
      fields: [{ field: 'email', label: null, required: true }],
      consents: { email: WORDING },
      createdAt: at,
      updatedAt: at,
      ...more,
    } as Parameters<typeof prisma.form.create>[0]['data'],
  });
  return id;
}

/** Returns the stamp of a page that was opened `ago` milliseconds before. */
export const stampFrom = ({ services }: TestServer, formId: string, ago = 10_000): string =>
  stampOf(services.settings.appSecrets, formId, new Date(Date.now() - ago));

const FORM = 'application/x-www-form-urlencoded';

export interface Sending {
  /** The stamp of the page; one that was opened ten seconds before when left out. */
  stamp?: string;
  headers?: Record<string, string>;
  /** As `/forms.js` does. */
  asData?: boolean;
}

/** Sends a form as the hosted page does. */
export async function signUp(
  server: TestServer,
  formId: string,
  sent: Record<string, string>,
  { stamp = stampFrom(server, formId), headers = {}, asData = false }: Sending = {},
): Promise<Answer> {
  return await server.fetch('POST', `/f/${formId}${asData ? '?format=json' : ''}`, {
    headers: { 'content-type': FORM, ...headers },
    body: new URLSearchParams({ stamp, ...sent }).toString(),
  });
}

/** The link in the confirmation that went to an address last, without the host; null when none went. */
export async function mailedLink({ services }: TestServer, email: string): Promise<string | null> {
  const message = await services.database.prisma.marketingMessage.findFirst({
    where: { recipient: email, submissionId: { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  if (message === null) return null;
  const { content } = await services.database.prisma.messageContent.findFirstOrThrow({
    where: { id: message.contentId },
  });
  const { text } = content as { text: string };
  return /\/o\/\S+/.exec(text)?.[0] ?? null;
}
