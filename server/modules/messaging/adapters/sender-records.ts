/**
 * The DKIM selectors and return paths of the e-mail vendors, which the check of a sender's domain looks up
 * (docs/contract/channels.md#checking-the-domain). Data only. The records that a merchant enters stand in
 * server/modules/messaging/channels/dns-records.ts.
 */
import type { ProviderId } from '@/server/platform/vendors/provider-ids';

export interface SenderRecords {
  /**
   * Possible return paths (RFC 5321 MAIL FROM) of a domain that is set up, below the sender's domain; '' is the
   * domain itself. Receivers check the SPF record of the return path.
   */
  returnPaths: readonly string[];
  /**
   * own: without a return path of the merchant, the vendor uses its own domain, so SPF speaks for the vendor. needed:
   * the vendor does not send without a return path. sender: the return path is the sender's address.
   */
  otherwise: 'own' | 'needed' | 'sender';
  /** The includes of an SPF record that let the vendor send; empty: nobody but the server's operator knows. */
  includes: readonly string[];
  /** The return path is a CNAME to the vendor, whose own record then holds: nothing is to be included. */
  alias?: true;
  /** Selectors of DKIM keys that the vendor gives to every customer, or that are common with this vendor. */
  selectors: readonly string[];
  /**
   * fixed: there are no other selectors, unless the merchant chose one. usual: there may be others. made: the vendor
   * makes a selector for each domain, which nobody can guess.
   */
  selectorsAre: 'fixed' | 'usual' | 'made';
  /** Below the sender's domain, where the signing domain may be; as in returnPaths. */
  signs: readonly string[];
  /** The vendor's own pages. */
  sources: readonly string[];
}

export const SENDER_RECORDS: Partial<Record<ProviderId, SenderRecords>> = {
  // Resend
  email_p1: {
    returnPaths: ['send'],
    otherwise: 'needed',
    includes: ['amazonses.com'],
    selectors: ['resend'],
    selectorsAre: 'fixed',
    signs: [''],
    sources: [
      'https://resend.com/docs/dashboard/domains/introduction',
      'https://resend.com/docs/dashboard/domains/custom-return-path',
    ],
  },
  // SendGrid: the return path is em<number>.<domain>
  email_p2: {
    returnPaths: [],
    otherwise: 'own',
    includes: ['sendgrid.net'],
    selectors: ['s1', 's2'],
    selectorsAre: 'fixed',
    signs: [''],
    sources: ['https://www.twilio.com/docs/sendgrid/ui/account-and-settings/how-to-set-up-domain-authentication'],
  },
  // Mailgun: the sending domain is a credential, which only the worker reads; mg is what Mailgun proposes
  email_p3: {
    returnPaths: ['', 'mg'],
    otherwise: 'needed',
    includes: ['mailgun.org', 'eu.mailgun.org'],
    selectors: ['pdk1', 'pdk2', 'mx', 'k1', 'smtp', 'pic', 'email'],
    selectorsAre: 'usual',
    signs: ['', 'mg'],
    sources: [
      'https://documentation.mailgun.com/docs/mailgun/user-manual/domains/domains-verify',
      'https://documentation.mailgun.com/docs/mailgun/user-manual/domains/dkim_security',
    ],
  },
  // Postmark: <date>pm
  email_p4: {
    returnPaths: ['pm-bounces'],
    otherwise: 'own',
    includes: ['spf.mtasv.net'],
    alias: true,
    selectors: [],
    selectorsAre: 'made',
    signs: [''],
    sources: ['https://postmarkapp.com/support/article/1046-how-do-i-verify-a-domain'],
  },
  // Amazon SES: Easy DKIM's three tokens; the name of a custom MAIL FROM domain is the merchant's, mail what
  // dns-records proposes
  email_p5: {
    returnPaths: ['mail'],
    otherwise: 'own',
    includes: ['amazonses.com'],
    selectors: [],
    selectorsAre: 'made',
    signs: [''],
    sources: [
      'https://docs.aws.amazon.com/ses/latest/dg/send-email-authentication-dkim-easy.html',
      'https://docs.aws.amazon.com/ses/latest/dg/mail-from.html',
    ],
  },
  // Any mail server: names that hosts and offices commonly use
  email_smtp: {
    returnPaths: [''],
    otherwise: 'sender',
    includes: [],
    selectors: [
      'google',
      'selector1',
      'selector2',
      'default',
      'mail',
      'dkim',
      'k1',
      's1',
      'brevo1',
      'zoho',
      'zmail',
      'x',
    ],
    selectorsAre: 'usual',
    signs: [''],
    sources: [
      'https://knowledge.workspace.google.com/admin/security/set-up-dkim',
      'https://learn.microsoft.com/en-us/defender-office-365/email-authentication-dkim-configure',
      'https://docs.cpanel.net/cpanel/email/email-deliverability-in-cpanel/',
      'https://help.brevo.com/hc/en-us/articles/12163873383186',
      'https://www.zoho.com/mail/help/adminconsole/dkim-configuration.html',
    ],
  },
};
