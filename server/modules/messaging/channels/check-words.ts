/** The text of each check code in the API's answers. The dashboard has its own texts (app/i18n). */
import type { Check, CheckCode, CheckKind, CheckStatus } from '@/server/modules/messaging/channels/checks-schema';

/** kind, status, finding, advice. `{name}` stands for one of the values. */
type Words = readonly [kind: CheckKind, status: CheckStatus, message: string, advice?: string];

const LOOK_AGAIN =
  'Try again in a minute. If it fails again, ask the operator of this server to check its name servers.';
const VERIFY = 'Verify the domain with {vendor} and add the DNS records that it shows.';

const WORDS: Record<CheckCode, Words> = {
  sender_missing: ['sender', 'fail', 'The channel has no From address.', 'Set config.fromEmail.'],

  spf_ok: ['spf', 'pass', 'The SPF record of {name} allows {vendor} to send.'],
  spf_present: [
    'spf',
    'pass',
    '{name} has an SPF record. Ask the operator of your mail server whether it includes the server.',
  ],
  spf_vendor: [
    'spf',
    'pass',
    '{vendor} uses its own return path, so SPF passes for {vendor}. The DKIM key authenticates {domain}.',
  ],
  spf_vendor_alone: [
    'spf',
    'warn',
    '{vendor} uses its own return path, so SPF does not authenticate {domain}, and no DKIM key was found that does.',
    VERIFY,
  ],
  spf_missing: ['spf', 'fail', '{name} has no SPF record.', 'Add one.'],
  spf_return_path_missing: [
    'spf',
    'warn',
    'There is no SPF record at {name}, the usual return path of {vendor}.',
    'Add one, unless you use another return path with {vendor}.',
  ],
  spf_several: [
    'spf',
    'fail',
    '{name} has {count} SPF records. With more than one, mail providers ignore all of them.',
    'Merge them into one record.',
  ],
  spf_broken: [
    'spf',
    'fail',
    'The SPF record of {name} has an error at “{term}”, so mail providers cannot use it.',
    'Correct or remove that part.',
  ],
  spf_not_included: [
    'spf',
    'fail',
    'The SPF record of {name} does not allow {vendor} to send.',
    'Add include:{include} to the existing record.',
  ],
  spf_too_many: [
    'spf',
    'fail',
    'The SPF record of {name} needs more than {most} DNS lookups, so mail providers cannot use it.',
    'Remove includes of services that you no longer use.',
  ],
  spf_open: ['spf', 'fail', 'The SPF record of {name} allows anybody to send in your name.', 'End it with ~all.'],
  spf_neutral: [
    'spf',
    'warn',
    'The SPF record of {name} does not say how to treat mail from other servers.',
    'End it with ~all.',
  ],
  spf_dead_include: [
    'spf',
    'fail',
    'The SPF record of {name} includes {include}, which has no SPF record, so mail providers cannot use it.',
    'Correct or remove that part.',
  ],
  spf_void: [
    'spf',
    'fail',
    'The SPF record of {name} has names without a DNS answer ({names}). With more than {most} of them, mail providers cannot use it.',
    'Correct or remove those parts.',
  ],
  spf_void_late: [
    'spf',
    'warn',
    'The SPF record of {name} has names without a DNS answer ({names}). After more than {most} of them, mail providers stop reading: only mail that an earlier part allows passes.',
    'Correct or remove those parts.',
  ],
  spf_mx_many: [
    'spf',
    'fail',
    'The SPF record of {name} uses the mail servers of {mx}, which has more than {most}, so mail providers cannot use it.',
    'Replace that part with the addresses of those servers, as ip4 and ip6.',
  ],
  spf_unknown: ['spf', 'warn', 'The SPF record could not be looked up.', LOOK_AGAIN],

  dkim_ok: ['dkim', 'pass', 'There is a key at {name} ({key}).'],
  dkim_short: [
    'dkim',
    'warn',
    'The key at {name} is short ({key}).',
    'Ask {vendor} for a 2048-bit key and replace this one.',
  ],
  dkim_weak: [
    'dkim',
    'fail',
    'The key at {name} is too short ({key}): mail providers do not accept it.',
    'Ask {vendor} for a 2048-bit key and replace this one.',
  ],
  dkim_testing: [
    'dkim',
    'warn',
    'The key at {name} is marked as a test (t=y), so mail providers may treat your mail as unsigned.',
    'Remove t=y from the record.',
  ],
  dkim_missing: ['dkim', 'fail', 'There is no DKIM key at {name}.', VERIFY],
  dkim_dangling: [
    'dkim',
    'fail',
    '{name} points to {target}, which has no key.',
    'Compare the record with the one that {vendor} shows, and verify the domain there.',
  ],
  dkim_revoked: ['dkim', 'fail', 'The key at {name} is empty: it was revoked.', VERIFY],
  dkim_broken: [
    'dkim',
    'fail',
    'The record at {name} is not a valid key.',
    'Copy the record again from {vendor}, in one piece.',
  ],
  dkim_not_aligned: [
    'dkim',
    'warn',
    'The key at {name} does not authenticate {domain}: its DMARC record requires the same domain.',
    'Let {vendor} sign with {domain}.',
  ],
  dkim_hidden: [
    'dkim',
    'warn',
    'The selector of your DKIM key is not known, so the key cannot be looked up.',
    'Copy it from {vendor} into config.dkimSelector, and check again.',
  ],
  dkim_none: ['dkim', 'warn', '{domain} seems to have no DKIM key.', VERIFY],
  dkim_unknown: ['dkim', 'warn', 'The DKIM key could not be looked up.', LOOK_AGAIN],

  dmarc_ok: ['dmarc', 'pass', 'The DMARC record at {name} has the policy p={policy}.'],
  dmarc_no_reports: [
    'dmarc',
    'pass',
    'The DMARC record at {name} has the policy p={policy}.',
    'Nobody receives its reports: add rua with an address that reads them.',
  ],
  dmarc_none: [
    'dmarc',
    'warn',
    'The DMARC record at {name} only monitors (p=none).',
    'Gmail and Yahoo require DMARC, and this is enough for them. Change p to quarantine once the reports show only your own mail.',
  ],
  dmarc_none_no_reports: [
    'dmarc',
    'warn',
    'The DMARC record at {name} only monitors (p=none), and nobody receives its reports.',
    'Gmail and Yahoo require DMARC, and this is enough for them. Add rua with an address that reads the reports, then change p to quarantine.',
  ],
  dmarc_partial: [
    'dmarc',
    'warn',
    'The DMARC record at {name} has the policy p={policy}, but only for a part of your mail or as a test.',
    'Remove pct and t=y once the reports show only your own mail.',
  ],
  dmarc_missing: ['dmarc', 'fail', '{domain} has no DMARC record. Gmail and Yahoo require one.', 'Add one.'],
  dmarc_several: [
    'dmarc',
    'fail',
    '{name} has {count} DMARC records. With more than one, mail providers ignore all of them.',
    'Keep one of them.',
  ],
  dmarc_broken: ['dmarc', 'fail', 'The DMARC record at {name} is not valid.', 'Replace it with this one.'],
  dmarc_unknown: ['dmarc', 'warn', 'The DMARC record could not be looked up.', LOOK_AGAIN],

  mx_ok: ['mx', 'pass', '{domain} accepts mail, so answers arrive.'],
  mx_missing: [
    'mx',
    'warn',
    '{domain} has no mail server (MX), so answers to your From address are lost.',
    'Add the MX record of your mailbox, or send from a domain that has one.',
  ],
  mx_refuses: [
    'mx',
    'warn',
    '{domain} accepts no mail (null MX), so answers to your From address come back.',
    'Send from a domain that accepts mail.',
  ],
  mx_no_domain: [
    'mx',
    'fail',
    'The domain {domain} does not exist in the DNS.',
    'Check the spelling of the From address, and whether the domain is still registered.',
  ],
  mx_unknown: ['mx', 'warn', 'The mail server of {domain} could not be looked up.', LOOK_AGAIN],

  unsubscribe_ok: ['unsubscribe', 'pass', 'Every message of the broadcast has one-click List-Unsubscribe (RFC 8058).'],
  unsubscribe_not_https: [
    'unsubscribe',
    'warn',
    'List-Unsubscribe points to {address}. Mailbox providers support one-click unsubscribe over https only.',
    'Ask the operator of this server to set BASE_URL to its https address.',
  ],
  subject_ok: ['subject', 'pass', 'The subject has {count} characters.'],
  subject_missing: [
    'subject',
    'fail',
    'The subject is empty.',
    'Write one. A merge tag needs a fallback: {{firstName|friend}}.',
  ],
  subject_long: [
    'subject',
    'warn',
    'The subject has {count} characters; mail programs show about {most}.',
    'Put what matters into the first few words.',
  ],
  text_ok: ['text', 'pass', 'The message has a plain-text part.'],
  text_missing: [
    'text',
    'warn',
    'The message has no plain-text part.',
    'Add one: some mail programs and spam filters expect it.',
  ],
  size_ok: ['size', 'pass', 'The HTML has {size} KB; Gmail shows {most} KB.'],
  size_near: [
    'size',
    'warn',
    'The HTML has {size} KB; Gmail cuts it off at {most} KB.',
    'Shorten it a little, so that there is room.',
  ],
  size_over: [
    'size',
    'fail',
    'The HTML has {size} KB. Gmail cuts it off at {most} KB, and the unsubscribe link with it.',
    'Shorten it.',
  ],
  images_ok: ['images', 'pass', 'Every image has an alt text.'],
  images_without_alt: [
    'images',
    'warn',
    'Images without an alt text: {count}.',
    'Describe each, or use alt="" for a decoration: many people see the e-mail without images at first.',
  ],
  links_ok: ['links', 'pass', 'Links that answer: {count}.'],
  links_none: ['links', 'pass', 'The message has no links to check.'],
  links_more: ['links', 'warn', 'Links that were not checked: {count}.', 'Open them yourself.'],
  link_tag: [
    'links',
    'warn',
    'The address {address} has a merge tag, so it cannot be checked.',
    'Give the tag a fallback for contacts without a value, and open the link in the message.',
  ],
  link_empty: ['links', 'fail', 'A link has no address: “{address}”.', 'Enter its address.'],
  link_not_https: [
    'links',
    'warn',
    '{address} is not https, or redirects to an address that is not.',
    'Use the https address: browsers warn about others.',
  ],
  link_gone: ['links', 'fail', '{address} does not exist (HTTP {status}).', 'Correct the address.'],
  link_server_error: ['links', 'fail', '{address} answers with an error (HTTP {status}).', 'Repair that page.'],
  link_refuses: [
    'links',
    'warn',
    '{address} refuses automatic checks (HTTP {status}).',
    'Open it yourself: many shops refuse robots and let people in.',
  ],
  link_private: [
    'links',
    'fail',
    '{address} is in a private or local network.',
    'Use an address that your customers can reach.',
  ],
  link_redirects: ['links', 'warn', '{address} redirects too often.', 'Use the final address.'],
  link_unreachable: ['links', 'fail', '{address} cannot be reached.', 'Correct the address, or repair that server.'],
  link_slow: ['links', 'warn', '{address} did not answer in time.', 'Open it yourself.'],
};

const MOST_FOUND = 10;
const LONGEST_FOUND = 1_000;
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{([^{}]*)\}\}|\{(\w+)\}/g, (_, literal: string | undefined, name: string) =>
    literal === undefined ? (values[name] ?? '') : `{${literal}}`,
  );

const cut = (text: string): string => text.slice(0, LONGEST_FOUND).toWellFormed();

/** The outcome of a check. @param more.found texts as found in the DNS; long texts and values are cut */
export function outcome(
  code: CheckCode,
  values: Readonly<Record<string, string>> = {},
  { found = [], record = null }: { found?: readonly string[]; record?: Check['record'] } = {},
): Check {
  const [kind, status, message, advice] = WORDS[code];
  const said = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, cut(text)]));
  return {
    kind,
    status,
    code,
    found: found.slice(0, MOST_FOUND).map(cut),
    values: said,
    message: fill(message, said),
    advice: advice === undefined ? null : fill(advice, said),
    record,
  };
}
