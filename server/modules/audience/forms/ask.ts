/**
 * Asks a person to confirm a sign-up (docs/contract/forms.md#confirming): one e-mail through the workspace's own
 * channel. It also goes to an address that opted out itself, because the person has just asked for it. It never goes to
 * an address that bounced or complained; the worker checks this before the hand-over.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { FORM_WORDS } from '@/server/modules/audience/forms/pages/words';
import type { Language } from '@/server/platform/lib/language';
import { letter, named } from '@/server/platform/mail/letter';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { queueOne } from '@/server/platform/outbox/queue-one';
import type { FormRow } from '@/server/modules/audience/forms/rows';
import { confirmUrl } from '@/server/modules/audience/forms/tokens';

export interface EmailChannel {
  id: string;
  provider: ProviderId;
  displayName: string;
}

/** The newest channel that can send e-mail; a channel with a sender comes first. */
const findChannel = workspaceStatement<EmailChannel>(
  'forms.channel',
  `SELECT h.id, h.provider, h."displayName" FROM "ChannelIntegration" h
    WHERE h."accountId" = $1 AND h.status = 'active' AND h.provider LIKE 'email%'
   ORDER BY coalesce(h.config->>'fromEmail', '') = '', h."createdAt" DESC, h.id DESC LIMIT 1`,
);

/** Returns the channel for confirmations; undefined: there is none. */
export const channelOf = async (db: Pick<StatementTx, 'rows'>): Promise<EmailChannel | undefined> =>
  (await db.rows(findChannel))[0];

const noteAsked = workspaceStatement<never, [id: string, askedAt: Date | null]>(
  'forms.asked',
  `UPDATE "FormSubmission" s SET "askedAt" = $3::timestamptz, "toAsk" = $3::timestamptz IS NULL
    WHERE s."accountId" = $1 AND s.id = $2`,
);

export interface Asked {
  submissionId: string;
  contactId: string;
  email: string;
}

/** Queues the confirmation. Without a channel, the sweep tries again later. */
export async function ask(
  tx: StatementTx,
  settings: Pick<Settings, 'baseUrl' | 'appSecrets'>,
  { confirmSubject, confirmText }: Pick<FormRow, 'confirmSubject' | 'confirmText'>,
  { brand, language }: { brand: string; language: Language },
  { submissionId, contactId, email }: Asked,
): Promise<void> {
  const channel = await channelOf(tx);
  await tx.rows(noteAsked, submissionId, channel === undefined ? null : tx.now);
  if (channel === undefined) return;
  const { mail } = FORM_WORDS[language];
  const shop = named(brand);
  const content = letter({
    language,
    subject: confirmSubject ?? mail.subject(shop),
    before: (confirmText ?? mail.text(shop)).split(/\n{2,}/),
    link: { label: mail.label, url: confirmUrl(settings, { accountId: tx.accountId, submissionId }) },
    after: [mail.small],
  });
  await queueOne(tx, {
    channel,
    recipient: email,
    content: { ...content },
    confirms: { submissionId, contactId },
  });
}
