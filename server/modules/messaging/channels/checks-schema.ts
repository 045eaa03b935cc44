/**
 * The findings that a mailbox provider would have about a sender (docs/contract/channels.md#checking-the-domain,
 * docs/contract/broadcasts.md#checks).
 */
import * as z from 'zod';
import { instantOut } from '@/server/platform/lib/fields';

export const CHECK_STATUSES = ['pass', 'warn', 'fail'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** The kinds of checks, in the order of the answer. */
export const CHECK_KINDS = [
  'sender',
  'spf',
  'dkim',
  'dmarc',
  'mx',
  'unsubscribe',
  'subject',
  'text',
  'size',
  'images',
  'links',
] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

export const CHECK_CODES = [
  'sender_missing',
  'spf_ok',
  'spf_present',
  'spf_vendor',
  'spf_vendor_alone',
  'spf_missing',
  'spf_return_path_missing',
  'spf_several',
  'spf_broken',
  'spf_not_included',
  'spf_too_many',
  'spf_open',
  'spf_neutral',
  'spf_dead_include',
  'spf_void',
  'spf_void_late',
  'spf_mx_many',
  'spf_unknown',
  'dkim_ok',
  'dkim_short',
  'dkim_weak',
  'dkim_testing',
  'dkim_missing',
  'dkim_dangling',
  'dkim_revoked',
  'dkim_broken',
  'dkim_not_aligned',
  'dkim_hidden',
  'dkim_none',
  'dkim_unknown',
  'dmarc_ok',
  'dmarc_no_reports',
  'dmarc_none',
  'dmarc_none_no_reports',
  'dmarc_partial',
  'dmarc_missing',
  'dmarc_several',
  'dmarc_broken',
  'dmarc_unknown',
  'mx_ok',
  'mx_missing',
  'mx_refuses',
  'mx_no_domain',
  'mx_unknown',
  'unsubscribe_ok',
  'unsubscribe_not_https',
  'subject_ok',
  'subject_missing',
  'subject_long',
  'text_ok',
  'text_missing',
  'size_ok',
  'size_near',
  'size_over',
  'images_ok',
  'images_without_alt',
  'links_ok',
  'links_none',
  'links_more',
  'link_tag',
  'link_empty',
  'link_not_https',
  'link_gone',
  'link_server_error',
  'link_refuses',
  'link_private',
  'link_redirects',
  'link_unreachable',
  'link_slow',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

export const check = z
  .object({
    kind: z.enum(CHECK_KINDS),
    status: z.enum(CHECK_STATUSES),
    code: z.enum(CHECK_CODES).meta({ description: 'Machine-readable result.' }),
    found: z.array(z.string()).meta({ description: 'Records or addresses that were found, at most 10.' }),
    values: z.record(z.string(), z.string()).meta({ description: 'Values used in `message` and `advice`.' }),
    message: z.string(),
    advice: z.string().nullable().meta({ description: 'Advice in English; null when nothing needs to be done.' }),
    record: z
      .object({ type: z.enum(['TXT', 'MX']), name: z.string(), value: z.string() })
      .nullable()
      .meta({ description: 'DNS record to add, or to replace the existing one with.' }),
  })
  .meta({ id: 'Check' });
export type Check = z.output<typeof check>;

export const checkDnsOutput = z.object({
  domain: z.string().meta({ description: 'Domain of the sender, in its DNS form.' }),
  checks: z.array(check),
  checkedAt: instantOut,
});
export type CheckedDns = z.output<typeof checkDnsOutput>;
