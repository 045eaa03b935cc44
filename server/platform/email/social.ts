/**
 * Links to a shop's profiles at social networks. They are words and not pictures, so that no mail program blocks them.
 */
import { escapeHtml } from '@/server/platform/email/escape';
import { row, type Parts } from '@/server/platform/email/markup';
import type { Look } from '@/server/platform/email/styles';
import { NETWORK_NAMES, type SocialNetwork } from '@/server/platform/email/blocks-schema';

export function socialParts(links: readonly { network: SocialNetwork; url: string }[], look: Look): Parts {
  const html = links.map(
    ({ network, url }) =>
      `<a class="s" href="${escapeHtml(url)}" style="${look.footerLink}">${NETWORK_NAMES[network]}</a>`,
  );
  return [
    row(look.social, 'p s', html.join(' &nbsp;&middot;&nbsp; ')),
    links.map(({ network, url }) => `${NETWORK_NAMES[network]}: ${url}`).join('\n'),
  ];
}
