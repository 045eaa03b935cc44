/** The text of each code of a check in the answers of the API. The dashboard has words of its own (app/i18n). */
import type { Check, CheckCode, CheckKind, CheckStatus } from '@/server/modules/messaging/channels/checks-schema';

/** kind, status, what was found, what to do. `{name}` is one of the values. */
type Words = readonly [kind: CheckKind, status: CheckStatus, message: string, advice?: string];

const LOOK_AGAIN = 'Try again in a minute. If it stays so, whoever runs this server should look at its name servers.';
const VERIFY = 'Verify the domain with {vendor} and enter the records that it shows.';

const WORDS: Record<CheckCode, Words> = {
  sender_missing: ['sender', 'fail', 'The channel has no From address.', 'Add one: set config.fromEmail.'],

  spf_ok: ['spf', 'pass', 'The SPF record of {name} lets {vendor} send.'],
  spf_present: [
    'spf',
    'pass',
    '{name} has an SPF record. Whether your mail server is in it, only whoever runs the server can say.',
  ],
  spf_vendor: [
    'spf',
    'pass',
    '{vendor} uses a return path of its own, so SPF speaks for {vendor}. The DKIM key speaks for {domain}.',
  ],
  spf_vendor_alone: [
    'spf',
    'warn',
    '{vendor} uses a return path of its own, so SPF does not speak for {domain}, and no DKIM key was found that does.',
    VERIFY,
  ],
  spf_missing: ['spf', 'fail', '{name} has no SPF record.', 'Add one.'],
  spf_return_path_missing: [
    'spf',
    'warn',
    'There is no SPF record at {name}, where the return path of {vendor} usually is.',
    'Add it, unless you have chosen another return path with {vendor}.',
  ],
  spf_several: [
    'spf',
    'fail',
    '{name} has {count} SPF records, and receivers then take none.',
    'Keep one that has the parts of all.',
  ],
  spf_broken: [
    'spf',
    'fail',
    'The SPF record of {name} cannot be read at “{term}”, and receivers give up there.',
    'Correct that part or take it out.',
  ],
  spf_not_included: [
    'spf',
    'fail',
    'The SPF record of {name} does not let {vendor} send.',
    'Add include:{include} to the record that is there.',
  ],
  spf_too_many: [
    'spf',
    'fail',
    'To follow the SPF record of {name}, a receiver would have to ask more than {most} times, and gives up.',
    'Take out includes of services that you use no more.',
  ],
  spf_open: ['spf', 'fail', 'The SPF record of {name} lets anybody send in your name.', 'Let it end in ~all.'],
  spf_neutral: [
    'spf',
    'warn',
    'The SPF record of {name} does not say what is to become of mail from others.',
    'Let it end in ~all.',
  ],
  spf_dead_include: [
    'spf',
    'fail',
    'The SPF record of {name} leads to {include}, which has none, and receivers give up there.',
    'Take that part out or correct it.',
  ],
  spf_void: [
    'spf',
    'fail',
    'The SPF record of {name} asks for names that have no answer ({names}). After more than {most} of them receivers give up.',
    'Take those parts out or correct them.',
  ],
  spf_void_late: [
    'spf',
    'warn',
    'The SPF record of {name} asks for names that have no answer ({names}). After more than {most} of them receivers give up: only mail that an earlier part lets through passes.',
    'Take those parts out or correct them.',
  ],
  spf_mx_many: [
    'spf',
    'fail',
    'The SPF record of {name} asks for the mail servers of {mx}, which has more than {most}, and receivers give up there.',
    'Take that part out, and name the addresses of those servers with ip4 and ip6.',
  ],
  spf_unknown: ['spf', 'warn', 'SPF could not be looked up.', LOOK_AGAIN],

  dkim_ok: ['dkim', 'pass', 'There is a key at {name} ({key}).'],
  dkim_short: [
    'dkim',
    'warn',
    'The key at {name} is short ({key}).',
    'Ask {vendor} for a key of 2048 bits, and enter it in the place of this one.',
  ],
  dkim_weak: [
    'dkim',
    'fail',
    'The key at {name} is too short ({key}): receivers do not take it.',
    'Ask {vendor} for a key of 2048 bits, and enter it in the place of this one.',
  ],
  dkim_testing: [
    'dkim',
    'warn',
    'The key at {name} is marked as a test (t=y), so receivers may treat your mail as unsigned.',
    'Take t=y out of the record.',
  ],
  dkim_missing: ['dkim', 'fail', 'There is no DKIM key at {name}.', VERIFY],
  dkim_dangling: [
    'dkim',
    'fail',
    '{name} leads to {target}, where there is no key.',
    'Compare the record with what {vendor} shows, and verify the domain there.',
  ],
  dkim_revoked: ['dkim', 'fail', 'The key at {name} is empty: it was taken back.', VERIFY],
  dkim_broken: [
    'dkim',
    'fail',
    'What stands at {name} is no key that anybody can read.',
    'Copy the record anew from {vendor}, in one piece.',
  ],
  dkim_not_aligned: [
    'dkim',
    'warn',
    'The key at {name} does not speak for {domain}, by the rules of its DMARC record.',
    'Let {vendor} sign with {domain} itself.',
  ],
  dkim_hidden: [
    'dkim',
    'warn',
    'The selector of your DKIM key is not known here, so the key cannot be looked up.',
    'Enter it as config.dkimSelector, as {vendor} shows it, and check again.',
  ],
  dkim_none: ['dkim', 'warn', 'There seems to be no DKIM key for {domain} at all.', VERIFY],
  dkim_unknown: ['dkim', 'warn', 'DKIM could not be looked up.', LOOK_AGAIN],

  dmarc_ok: ['dmarc', 'pass', 'The DMARC record at {name} asks receivers for p={policy}.'],
  dmarc_no_reports: [
    'dmarc',
    'pass',
    'The DMARC record at {name} asks receivers for p={policy}.',
    'Nobody gets its reports: add rua with an address that reads them.',
  ],
  dmarc_none: [
    'dmarc',
    'warn',
    'The DMARC record at {name} only watches (p=none).',
    'Gmail and Yahoo ask for DMARC, and this is enough for them. Once the reports show only your own mail, change p to quarantine.',
  ],
  dmarc_none_no_reports: [
    'dmarc',
    'warn',
    'The DMARC record at {name} only watches (p=none), and nobody gets its reports.',
    'Gmail and Yahoo ask for DMARC, and this is enough for them. Add rua with an address that reads the reports, then change p to quarantine.',
  ],
  dmarc_partial: [
    'dmarc',
    'warn',
    'The DMARC record at {name} asks for p={policy}, and only for a part of your mail or as a test.',
    'Take pct and t=y out once the reports show only your own mail.',
  ],
  dmarc_missing: ['dmarc', 'fail', '{domain} has no DMARC record. Gmail and Yahoo ask for one.', 'Add one.'],
  dmarc_several: [
    'dmarc',
    'fail',
    '{name} has {count} DMARC records, and receivers then take none.',
    'Keep one of them.',
  ],
  dmarc_broken: ['dmarc', 'fail', 'The DMARC record at {name} cannot be read.', 'Enter this one in its place.'],
  dmarc_unknown: ['dmarc', 'warn', 'DMARC could not be looked up.', LOOK_AGAIN],

  mx_ok: ['mx', 'pass', '{domain} takes mail, so answers arrive.'],
  mx_missing: [
    'mx',
    'warn',
    '{domain} has no mail server (MX), so answers to your From address get lost.',
    'Add the MX record of your mailbox, or send from a domain that has one.',
  ],
  mx_refuses: [
    'mx',
    'warn',
    '{domain} says that it takes no mail (null MX), so answers to your From address come back.',
    'Send from a domain that takes mail.',
  ],
  mx_no_domain: [
    'mx',
    'fail',
    'There is no domain {domain} in the DNS.',
    'Look at how the From address is written, and at whether the domain is still registered.',
  ],
  mx_unknown: ['mx', 'warn', 'The mail server of {domain} could not be looked up.', LOOK_AGAIN],

  unsubscribe_ok: [
    'unsubscribe',
    'pass',
    'Every message of the broadcast carries List-Unsubscribe with one click (RFC 8058).',
  ],
  unsubscribe_not_https: [
    'unsubscribe',
    'warn',
    'List-Unsubscribe leads to {address}, and mailbox providers take one click only over https.',
    'Whoever runs this server should set BASE_URL to its https address.',
  ],
  subject_ok: ['subject', 'pass', 'The subject has {count} characters.'],
  subject_missing: [
    'subject',
    'fail',
    'The subject is empty.',
    'Write one. A merge tag needs a stand-in: {{firstName|friend}}.',
  ],
  subject_long: [
    'subject',
    'warn',
    'The subject has {count} characters; mail programs show some {most}.',
    'Say what matters in the first few words.',
  ],
  text_ok: ['text', 'pass', 'There is a plain-text part.'],
  text_missing: ['text', 'warn', 'There is no plain-text part.', 'Add one: some mail programs and filters want it.'],
  size_ok: ['size', 'pass', 'The HTML has {size} KB of the {most} KB that Gmail shows.'],
  size_near: [
    'size',
    'warn',
    'The HTML has {size} KB, and Gmail cuts it off at {most} KB.',
    'Leave it room: take out what is not needed.',
  ],
  size_over: [
    'size',
    'fail',
    'The HTML has {size} KB. Gmail cuts it off at {most} KB, and the unsubscribe link with it.',
    'Shorten it.',
  ],
  images_ok: ['images', 'pass', 'Every image says what it shows.'],
  images_without_alt: [
    'images',
    'warn',
    'Images without an alt text: {count}.',
    'Describe each, or give alt="" to one that only decorates: many people see the e-mail without images at first.',
  ],
  links_ok: ['links', 'pass', 'Links that answer: {count}.'],
  links_none: ['links', 'pass', 'There is no link to try.'],
  links_more: ['links', 'warn', 'Links that were not tried: {count}.', 'Try them by hand.'],
  link_tag: [
    'links',
    'warn',
    'A merge tag stands in the address {address}, so it cannot be tried.',
    'Give the tag a stand-in, for people who have no value, and try the link in the message.',
  ],
  link_empty: ['links', 'fail', 'A link leads nowhere: “{address}”.', 'Give it an address.'],
  link_not_https: [
    'links',
    'warn',
    '{address} is not https, or leads to what is not.',
    'Use the https address: browsers warn of others.',
  ],
  link_gone: ['links', 'fail', '{address} does not exist (HTTP {status}).', 'Correct the address.'],
  link_server_error: ['links', 'fail', '{address} answers with an error (HTTP {status}).', 'Look after that page.'],
  link_refuses: [
    'links',
    'warn',
    '{address} does not let programs in (HTTP {status}).',
    'Open it by hand: many shops refuse robots and let people in.',
  ],
  link_private: [
    'links',
    'fail',
    '{address} leads to a private or local network.',
    'Use an address that your customers can reach.',
  ],
  link_redirects: ['links', 'warn', '{address} redirects too often.', 'Use the address that it leads to in the end.'],
  link_unreachable: [
    'links',
    'fail',
    '{address} cannot be reached.',
    'Correct the address, or look after that server.',
  ],
  link_slow: ['links', 'warn', '{address} did not answer in time.', 'Open it by hand.'],
};

const MOST_FOUND = 10;
const LONGEST_FOUND = 1_000;
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{([^{}]*)\}\}|\{(\w+)\}/g, (_, literal: string | undefined, name: string) =>
    literal === undefined ? (values[name] ?? '') : `{${literal}}`,
  );

const cut = (text: string): string => text.slice(0, LONGEST_FOUND).toWellFormed();

/** A check's outcome. @param more.found as it stands there; cut where it is long, as values are */
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
