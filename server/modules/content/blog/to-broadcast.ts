/**
 * Makes a broadcast from a post (docs/contract/blog.md#send-as-broadcast): a draft with the post's title, its
 * beginning, and a button that leads to the post.
 */
import { shorten } from '@/server/platform/pages/markdown';
import { renderBody } from '@/server/platform/pages/render-body';
import { postUrl } from '@/server/modules/content/blog/pages/site';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { isWebAddress } from '@/server/platform/email/addresses';
import { BLOCK_LIMITS, type BlockDocument } from '@/server/platform/email/blocks-schema';
import { invalid } from '@/server/platform/errors';
import type { Language } from '@/server/platform/lib/language';
import { providersOf } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { isEnabledProvider } from '@/server/platform/vendors/enabled';
import { openSite } from '@/server/modules/content/blog/pages';
import type { ToBroadcastInput } from '@/server/modules/content/blog/schema';
import { get } from '@/server/modules/content/blog/service';
import type { CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import type { Broadcast } from '@/server/modules/messaging/broadcasts/schema';
import { create } from '@/server/modules/messaging/broadcasts/service';

const READ: Record<Language, string> = { en: 'Read on', id: 'Baca selengkapnya' };
/** The longest name that a broadcast takes. */
const LONGEST_NAME = 120;

/** The e-mail providers that this server has. */
const emailProviders = (): ProviderId[] => providersOf('email').filter(isEnabledProvider);

/** The channel that was connected first. */
const findChannel = workspaceStatement<{ provider: string }, [providers: readonly string[]]>(
  'blog.email-channel',
  `SELECT h.provider FROM "ChannelIntegration" h
    WHERE h."accountId" = $1 AND h.status = 'active' AND h.provider = ANY ($2::text[]) ORDER BY h."createdAt", h.id
    LIMIT 1`,
);

/**
 * Creates a draft without an audience; nothing is sent. Its provider is the given one, else the e-mail channel that was
 * connected first.
 * @throws AppError NOT_FOUND, VALIDATION for a provider that does not send e-mail
 */
export async function toBroadcast(
  db: WorkspaceDb,
  services: CompileServices,
  { id, provider }: ToBroadcastInput,
): Promise<Broadcast> {
  const email = emailProviders();
  const picked = provider ?? (await db.rows(findChannel, email))[0]?.provider ?? email[0];
  const over = email.find((known) => known === picked);
  if (over === undefined) throw invalid('provider', 'must be a provider that sends e-mail');
  const post = await get(db, id);
  const { site } = await openSite(db, services.uploads, services.settings.baseUrl);
  const url = postUrl(site, post.slug);
  const { firstParagraph } = await renderBody(post.body, url, db.accountId);
  const beginning = post.excerpt?.trim() === '' ? null : post.excerpt;
  const lead = (beginning ?? firstParagraph).trim();
  const cover =
    post.coverImage !== null && isWebAddress(post.coverImage) && post.coverImage.length <= BLOCK_LIMITS.url
      ? post.coverImage
      : null;
  // A post may have a title of blanks, an e-mail may not.
  const title = post.title.trim() === '' ? post.slug : post.title;
  const document: BlockDocument = {
    subject: shorten(title, BLOCK_LIMITS.subject - 1),
    ...(lead !== '' && { preheader: shorten(lead, BLOCK_LIMITS.preheader - 1) }),
    blocks: [
      { kind: 'header', brandName: shorten(site.brand, BLOCK_LIMITS.brandName - 1) },
      ...(cover === null
        ? []
        : [{ kind: 'image' as const, src: cover, alt: title.slice(0, BLOCK_LIMITS.alt), href: url }]),
      { kind: 'hero', title: shorten(title, BLOCK_LIMITS.title - 1) },
      ...(lead === '' ? [] : [{ kind: 'text' as const, body: shorten(lead, BLOCK_LIMITS.body - 1) }]),
      { kind: 'cta', label: READ[site.language], url },
      { kind: 'footer' },
    ],
  };
  return await create(db, services, {
    name: shorten(title, LONGEST_NAME - 1),
    providers: [over],
    content: { email: { subject: document.subject, blocks: document } },
  });
}
