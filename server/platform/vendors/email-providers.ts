/** The catalogue's providers of e-mail (docs/contract/channels.md#providers). */
import {
  callbackSecret,
  plain,
  secret,
  type Field,
  type ProviderEntry,
} from '@/server/platform/vendors/provider-entry';

const SENDER: readonly Field[] = [
  plain('fromEmail', 'From address', { example: 'halo@tokoanda.co.id' }),
  plain('fromName', 'From name', { required: false }),
  plain('replyTo', 'Reply to', { required: false }),
];
/** The DKIM selector in the DNS, for vendors that make one for each domain or let the merchant choose. */
const SELECTOR = plain('dkimSelector', 'DKIM selector', { required: false });
/** The region, for vendors that store European customers' data at a separate address. */
const EU = plain('region', 'Region', { required: false, example: 'eu' });

export const EMAIL_PROVIDERS: readonly ProviderEntry[] = [
  {
    id: 'email_p1',
    label: 'Resend',
    family: 'email',
    connect: 'keys',
    credentials: [secret('apiKey', 'API key', { example: 're_…' }), callbackSecret('Webhook signing secret')],
    config: SENDER,
    docs: 'https://resend.com/docs/api-reference/emails/send-email',
    base: 'https://api.resend.com',
    idempotent: true,
    callbacks: 'vendor',
    rate: { perSecond: 5, source: 'https://resend.com/docs/api-reference/rate-limit' },
  },
  {
    id: 'email_p2',
    label: 'SendGrid',
    family: 'email',
    connect: 'keys',
    credentials: [secret('apiKey', 'API key', { example: 'SG.…' }), callbackSecret('Event webhook verification key')],
    config: [...SENDER, EU, SELECTOR],
    docs: 'https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send',
    base: 'https://api.sendgrid.com',
    idempotent: false,
    callbacks: 'vendor',
  },
  {
    id: 'email_p3',
    label: 'Mailgun',
    family: 'email',
    connect: 'keys',
    credentials: [
      secret('apiKey', 'API key'),
      plain('domain', 'Sending domain', { example: 'mg.tokoanda.co.id' }),
      callbackSecret('HTTP webhook signing key'),
    ],
    config: [...SENDER, EU, { ...SELECTOR, example: 'pdk1._domainkey.mg.tokoanda.co.id' }],
    docs: 'https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages',
    base: 'https://api.mailgun.net',
    idempotent: false,
    callbacks: 'vendor',
  },
  {
    id: 'email_p4',
    label: 'Postmark',
    family: 'email',
    connect: 'keys',
    credentials: [secret('serverToken', 'Server API token')],
    config: [...SENDER, plain('messageStream', 'Message stream', { required: false, example: 'broadcast' }), SELECTOR],
    docs: 'https://postmarkapp.com/developer/api/email-api',
    base: 'https://api.postmarkapp.com',
    idempotent: false,
    callbacks: 'token',
  },
  {
    id: 'email_p5',
    label: 'Amazon SES',
    family: 'email',
    connect: 'keys',
    credentials: [
      plain('accessKeyId', 'Access key ID'),
      secret('secretAccessKey', 'Secret access key'),
      plain('region', 'Region', { example: 'ap-southeast-3' }),
    ],
    config: [...SENDER, plain('configurationSet', 'Configuration set', { required: false }), SELECTOR],
    docs: 'https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html',
    base: 'https://email.{region}.amazonaws.com',
    idempotent: false,
    callbacks: 'vendor',
    callbackToken: true,
    rate: { perSecond: 14, source: 'https://docs.aws.amazon.com/ses/latest/dg/quotas.html' },
  },
  {
    id: 'email_smtp',
    label: 'SMTP',
    family: 'email',
    connect: 'keys',
    credentials: [
      plain('host', 'Server', { example: 'smtp.tokoanda.co.id' }),
      plain('port', 'Port', { example: '587' }),
      plain('security', 'Security', { options: ['starttls', 'tls', 'none'] }),
      plain('user', 'User', { required: false, example: 'halo@tokoanda.co.id' }),
      secret('password', 'Password', { required: false }),
    ],
    config: [...SENDER, SELECTOR],
    docs: '',
    base: null,
    idempotent: false,
    callbacks: 'none',
  },
];
