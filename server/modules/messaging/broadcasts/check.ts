/** Checks a broadcast before it is sent: lists what would go wrong. */
import { Buffer } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { peopleNeeded } from '@/server/platform/lib/sample-size';
import type { EmailContent } from '@/server/platform/vendors/content';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import type { ProviderEntry } from '@/server/platform/vendors/provider-entry';
import { previewAudience } from '@/server/modules/messaging/broadcasts/audience-preview';
import { blockDocument, blocksIn, type BlockDocument } from '@/server/platform/email/blocks-schema';
import { contentOf, missingKeys, subjectOf, type Contents } from '@/server/modules/messaging/broadcasts/content';
import { goneExclusions } from '@/server/modules/audience/audience-segments/references';
import { tagsIn } from '@/server/platform/email/merge-tags';
import type { CheckInput, CheckResult, Finding } from '@/server/modules/messaging/broadcasts/schema';
import { AB_USUAL, contentOfVariant, shareOf, reportsMetric } from '@/server/modules/messaging/broadcasts/vocabulary';
import { hasUnsubscribeLink } from '@/server/platform/email/unsubscribe-link';
import { tooManyComplaints } from '@/server/modules/messaging/broadcasts/deliverability';

interface Channel {
  provider: ProviderId;
  config: Record<string, unknown>;
  credentialKeys: string[];
}

const newestConfigs = workspaceStatement<Channel, [providers: string[]]>(
  'broadcasts.newest-configs',
  `SELECT DISTINCT ON (c.provider) c.provider, c.config, c."credentialKeys" FROM "ChannelIntegration" c
    WHERE c."accountId" = $1 AND c.provider = ANY ($2::text[]) AND c.status = 'active'
   ORDER BY c.provider, c."createdAt" DESC, c.id DESC`,
);

/** Gmail shows no more of a message than about this, and cuts the unsubscribe link off. */
const MAX_HTML_BYTES = 100 * 1024;

/** The most characters in one message that the vendors of a family document. */
const MAX_TEXT: Partial<Record<Family, { key: string; characters: number }>> = {
  sms: { key: 'body', characters: 1_600 },
  whatsapp: { key: 'text', characters: 4_096 },
  telegram: { key: 'text', characters: 4_096 },
  line: { key: 'text', characters: 5_000 },
  discord: { key: 'text', characters: 2_000 },
  slack: { key: 'text', characters: 40_000 },
  facebook: { key: 'text', characters: 2_000 },
  instagram: { key: 'text', characters: 1_000 },
  x: { key: 'text', characters: 10_000 },
};

const finding = (
  kind: Finding['kind'],
  level: Finding['level'],
  more: Partial<Omit<Finding, 'kind' | 'level'>> = {},
): Finding => ({ kind, level, provider: null, family: null, detail: [], ...more });

/** Checks one picked provider. */
function ofProvider(entry: ProviderEntry, channel: Channel | undefined): Finding[] {
  const { id: provider, family } = entry;
  const about = { provider, family };
  if (channel === undefined) return [finding('no_channel', 'blocks', about)];
  const findings: Finding[] = entry.unreachable === true ? [finding('unreachable_provider', 'warns', about)] : [];
  const absent = entry.config
    .filter(({ key, required }) => required && !isFilled(channel.config[key]) && !channel.credentialKeys.includes(key))
    .map(({ key }) => key);
  if (absent.length > 0) findings.push(finding('channel_without_sender', 'blocks', { ...about, detail: absent }));
  return findings;
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Checks the content of one family. */
function ofContent(family: Family, contents: Contents, mergeTags: boolean): Finding[] {
  const email = family === 'email' ? emailIn(contents) : undefined;
  const content = email?.content ?? contentOf(contents, family);
  const missing = missingKeys(family, content);
  if (content === undefined || missing.length > 0)
    return [finding('content_missing', 'blocks', { family, detail: missing })];
  const findings: Finding[] = [];
  const tags = tagsIn(
    email === undefined
      ? content
      : { subject: email.content.subject, html: email.content.html, text: email.content.text },
  );
  if (!mergeTags && tags.known.length > 0)
    findings.push(finding('merge_tags_as_text', 'warns', { family, detail: tags.known }));
  if (mergeTags && tags.unknown.length > 0)
    findings.push(finding('unknown_merge_tags', 'warns', { family, detail: tags.unknown }));
  const limit = MAX_TEXT[family];
  const text = limit === undefined ? undefined : new Map<string, unknown>(Object.entries(content)).get(limit.key);
  if (limit !== undefined && typeof text === 'string' && text.length > limit.characters)
    findings.push(
      finding('text_too_long', 'warns', { family, detail: [String(text.length), String(limit.characters)] }),
    );
  return email === undefined ? findings : [...findings, ...ofEmail(email)];
}

interface Email {
  content: EmailContent;
  document: BlockDocument | undefined;
}

/** The e-mail as it would be saved. */
function emailIn(contents: Contents): Email | undefined {
  const content = contentOf(contents, 'email');
  if (content === undefined) return undefined;
  const document = blockDocument.safeParse(content.blocks).data;
  return { content: { ...content, subject: subjectOf(content, document) }, document };
}

function ofEmail({ content: { html, text }, document }: Email): Finding[] {
  const findings: Finding[] = [];
  if (isFilled(html)) {
    const bytes = Buffer.byteLength(html);
    if (bytes > MAX_HTML_BYTES)
      findings.push(
        finding('html_too_long', 'warns', { family: 'email', detail: [String(bytes), String(MAX_HTML_BYTES)] }),
      );
    // A footer from blocks leaves its place for the link that each message gets as it leaves
    // (docs/contract/broadcasts.md#unsubscribe-links).
    const hasFooter = document !== undefined && blocksIn(document).some(([{ kind }]) => kind === 'footer');
    if (!hasUnsubscribeLink(html) && !hasFooter)
      findings.push(finding('no_unsubscribe_link', 'warns', { family: 'email' }));
    if (!isFilled(text)) findings.push(finding('no_text_part', 'warns', { family: 'email' }));
  }
  return findings;
}

/** Checks the A/B test: whether it can find a winner, whether the variants differ, and whether each has its content. */
async function ofTest(db: WorkspaceDb, input: CheckInput, reachable: number): Promise<Finding[]> {
  const { providers = [], content = {}, test, tracking = false } = input;
  if (test === undefined || test === null) return [];
  const { variants, metric, share } = test;
  const findings: Finding[] = [];
  const reporting = providers.map((id) => providerEntry(id)).filter((entry) => reportsMetric(metric, entry, tracking));
  if (reporting.length === 0) findings.push(finding('test_untold', 'warns', { detail: [metric] }));
  // Who is reached only over channels that report nothing is drawn too, and counts for no variant.
  const counted =
    reporting.length === providers.length
      ? reachable
      : (await previewAudience(db, { ...input, providers: reporting.map(({ id }) => id) })).reachable;
  const each = Math.floor(shareOf(counted, share, variants.length) / variants.length);
  const { rate } = AB_USUAL[metric];
  if (counted > 0 && each < peopleNeeded(rate, 2 * rate, variants.length))
    findings.push(finding('test_too_small', 'warns', { detail: [String(each)] }));
  if (metric === 'opened' && !tracking && reporting.some(({ family }) => family === 'email'))
    findings.push(finding('test_opens_by_machines', 'warns', { family: 'email' }));
  const says = variants.map((variant) => contentOfVariant(content, variant));
  if (says.slice(1).every((each) => isDeepStrictEqual(each, says[0])))
    findings.push(finding('test_same_variants', 'warns'));
  const families = new Set(providers.map((id) => providerEntry(id).family));
  for (const [place, variant] of variants.entries())
    for (const family of families)
      if (
        variant.content?.[family] !== undefined &&
        missingKeys(
          family,
          family === 'email' ? emailIn(says[place] ?? {})?.content : contentOf(says[place] ?? {}, family),
        ).length > 0
      )
        findings.push(
          finding('variant_content_missing', 'blocks', { family, detail: [String.fromCharCode(65 + place)] }),
        );
  return findings;
}

/**
 * Checks the sender: whether the last e-mails made too many people complain. What was counted stands in `detail`:
 * complained, delivered.
 */
async function ofSender(db: WorkspaceDb, families: readonly Family[]): Promise<Finding[]> {
  if (!families.includes('email')) return [];
  const found = await tooManyComplaints(db);
  if (found === null) return [];
  const { complained, delivered } = found;
  return [finding('complaints_high', 'warns', { family: 'email', detail: [String(complained), String(delivered)] })];
}

/** Runs all checks. Returns the findings that block first, then the warnings. */
export async function check(
  db: WorkspaceDb,
  settings: Pick<Settings, 'extensions'>,
  input: CheckInput,
): Promise<CheckResult> {
  const { providers = [], content = {} } = input;
  const channels = new Map((await db.rows(newestConfigs, providers)).map((channel) => [channel.provider, channel]));
  const { people, messages, reachable } = await previewAudience(db, input);
  const { lists, segments } = await goneExclusions(db, input.audience ?? {});
  const entries = providers.map((provider) => providerEntry(provider));
  const families = [...new Set(entries.map(({ family }) => family))];
  const findings = [
    ...(providers.length === 0 ? [finding('no_provider', 'blocks')] : []),
    ...entries.flatMap((entry) => ofProvider(entry, channels.get(entry.id))),
    ...(people === 0 ? [finding('empty_audience', 'blocks')] : []),
    ...(people > 0 && providers.length > 0 && messages === 0 ? [finding('no_recipients', 'blocks')] : []),
    ...(lists.length + segments.length > 0 ? [finding('exclusion_gone', 'blocks')] : []),
    ...(await ofSender(db, families)),
    ...families.flatMap((family) => ofContent(family, content, settings.extensions.has('merge-tags'))),
    ...(await ofTest(db, input, reachable)),
  ];
  return {
    findings: [
      ...findings.filter(({ level }) => level === 'blocks'),
      ...findings.filter(({ level }) => level === 'warns'),
    ],
  };
}
