/**
 * The records that a merchant enters into the DNS of an e-mail channel's domain
 * (docs/contract/channels.md#dns-records), from each vendor's documentation. Nothing is looked up here. Records that a
 * vendor makes for each domain are shown in the vendor's own dashboard.
 */
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { firstDmarc } from '@/server/modules/messaging/channels/check-dmarc';
import type { DnsRecords } from '@/server/modules/messaging/channels/schema';
import { channelConfig, domainOf } from '@/server/modules/messaging/channels/sender';

type DnsRecord = DnsRecords['records'][number];

const dmarc = (domain: string): DnsRecord => ({
  kind: 'DMARC',
  name: firstDmarc(domain).name,
  value: firstDmarc(domain).value,
  hint: 'TXT. Gmail and Yahoo require DMARC of bulk senders. Keep an existing record. Change p to quarantine or reject once the reports show only your own mail.',
});

const spf = (name: string, include: string, hint: string): DnsRecord => ({
  kind: 'SPF',
  name,
  value: `v=spf1 include:${include} ~all`,
  hint: `TXT. ${hint}`,
});

const MERGE = 'A domain has one SPF record: if there is one already, add the include to it.';

/** Sources: the domain pages of each vendor's documentation, named beside the record. */
const RECORDS: Partial<Record<ProviderId, (domain: string) => DnsRecord[]>> = {
  // https://resend.com/docs/dashboard/domains/introduction
  email_p1: (domain) => [
    spf(
      `send.${domain}`,
      'amazonses.com',
      'Resend also needs an MX record of the same name; its dashboard shows it with your region.',
    ),
    {
      kind: 'DKIM',
      name: `resend._domainkey.${domain}`,
      value: 'p=<public key from Resend>',
      hint: 'TXT. Resend creates the key when you add the domain.',
      providerDashboard: 'https://resend.com/domains',
    },
    dmarc(domain),
  ],
  // https://www.twilio.com/docs/sendgrid/ui/account-and-settings/how-to-set-up-domain-authentication
  email_p2: (domain) => [
    {
      kind: 'CNAME',
      name: `em<number>.${domain}`,
      value: 'u<account>.wl<number>.sendgrid.net',
      hint: 'Return path. SendGrid handles SPF behind it, so you need no SPF record.',
      providerDashboard: 'https://app.sendgrid.com/settings/sender_auth',
    },
    {
      kind: 'DKIM',
      name: `s1._domainkey.${domain}`,
      value: 's1.domainkey.u<account>.wl<number>.sendgrid.net',
      hint: 'CNAME. SendGrid shows the exact value.',
      providerDashboard: 'https://app.sendgrid.com/settings/sender_auth',
    },
    {
      kind: 'DKIM',
      name: `s2._domainkey.${domain}`,
      value: 's2.domainkey.u<account>.wl<number>.sendgrid.net',
      hint: 'CNAME. SendGrid shows the exact value.',
      providerDashboard: 'https://app.sendgrid.com/settings/sender_auth',
    },
    spf(domain, 'sendgrid.net', `Only when automated security is off at SendGrid. ${MERGE}`),
    dmarc(domain),
  ],
  // https://documentation.mailgun.com/docs/mailgun/user-manual/domains/domains-verify
  email_p3: (domain) => [
    spf(domain, 'mailgun.org', `For the domain entered as Sending domain. ${MERGE}`),
    {
      kind: 'DKIM',
      name: `<selector>._domainkey.${domain}`,
      value: '<value from Mailgun>',
      hint: 'TXT or CNAME, as Mailgun shows it with its selector.',
      providerDashboard: 'https://app.mailgun.com/mg/sending/domains',
    },
    {
      kind: 'CNAME',
      name: `email.${domain}`,
      value: 'mailgun.org',
      hint: 'Needed to track opens and clicks. For domains in the EU use eu.mailgun.org.',
    },
    dmarc(domain),
  ],
  // https://postmarkapp.com/support/article/1046-how-do-i-verify-a-domain
  email_p4: (domain) => [
    {
      kind: 'DKIM',
      name: `<selector>pm._domainkey.${domain}`,
      value: 'k=rsa;p=<public key from Postmark>',
      hint: 'TXT. Postmark creates selector and key when you add the domain.',
      providerDashboard: 'https://account.postmarkapp.com/signature_domains',
    },
    {
      kind: 'CNAME',
      name: `pm-bounces.${domain}`,
      value: 'pm.mtasv.net',
      hint: 'Return path for bounces; with it, SPF passes for your domain.',
    },
    spf(domain, 'spf.mtasv.net', `Not needed once the return path is set up. ${MERGE}`),
    dmarc(domain),
  ],
  email_smtp: (domain) => [
    spf(domain, '<the mail server’s own domain>', `Ask the operator of the mail server what to include. ${MERGE}`),
    {
      kind: 'DKIM',
      name: `<selector>._domainkey.${domain}`,
      value: 'v=DKIM1; k=rsa; p=<public key of the mail server>',
      hint: 'TXT. The mail server signs: ask its operator for selector and key.',
    },
    dmarc(domain),
  ],
  // https://docs.aws.amazon.com/ses/latest/dg/send-email-authentication-dkim-easy.html and mail-from.html
  email_p5: (domain) => [
    ...[1, 2, 3].map((n): DnsRecord => ({
      kind: 'DKIM',
      name: `<token ${n}>._domainkey.${domain}`,
      value: `<token ${n}>.dkim.amazonses.com`,
      hint: 'CNAME. Easy DKIM creates three tokens for each domain. Some regions use another address than dkim.amazonses.com.',
      providerDashboard: 'https://console.aws.amazon.com/ses/home#/identities',
    })),
    spf(
      `mail.${domain}`,
      'amazonses.com',
      'For a custom MAIL FROM domain, here mail; SES also asks for an MX record of the same name: 10 feedback-smtp.<region>.amazonses.com.',
    ),
    dmarc(domain),
  ],
};

/** @throws AppError NOT_FOUND, NOT_EMAIL; NO_FROM_EMAIL, also when fromEmail is not an address */
export async function dnsRecords(db: WorkspaceDb, id: string): Promise<DnsRecords> {
  const { provider, config } = await channelConfig(db, id);
  const recordsFor = RECORDS[provider];
  if (providerEntry(provider).family !== 'email' || recordsFor === undefined) throw new AppError('NOT_EMAIL');
  const domain = domainOf(config.fromEmail);
  if (domain === undefined) throw new AppError('NO_FROM_EMAIL');
  return { provider, domain, records: recordsFor(domain) };
}
