/**
 * E-mail through the merchant's own mail server (RFC 5321), with EXTENSIONS=smtp (docs/contract/channels.md#smtp). The
 * server reports nothing after it accepted a message: bounces come back by mail, to the sender.
 */
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { checkAddress } from '@/server/platform/lib/url-guard';
import { reasonOf, refused } from '@/server/platform/vendors/answers';
import { emailOf, type Email } from '@/server/modules/messaging/adapters/email';
import {
  MAIL_SECURITY,
  NotSentError,
  OutcomeUnknownError,
  type Connection,
  type MailAnswer,
  type MailServer,
  type Outcome,
  type Provider,
} from '@/server/platform/vendors/provider';

/** The wait after a temporary refusal (greylisting): such servers accept the message after some minutes. */
const PUT_OFF_MS = 5 * 60_000;

const isSecurity = (text: string): text is MailServer['security'] => MAIL_SECURITY.some((known) => known === text);

/** @returns the server, or the faults of the credentials */
function serverOf(credentials: Connection['credentials']): MailServer | [path: string, message: string][] {
  const { host = '', port = '', security = '', user = '', password = '' } = credentials;
  const issues: [string, string][] = [];
  const number = Number(port);
  if (!/^[A-Za-z0-9.:-]{1,253}$/.test(host.trim()))
    issues.push(['credentials.host', 'must be the host name or IP address of a mail server']);
  if (!/^\d{1,5}$/.test(port.trim()) || number < 1 || number > 65_535)
    issues.push(['credentials.port', 'must be a number from 1 to 65535']);
  const chosen = security.trim().toLowerCase();
  if (!isSecurity(chosen)) issues.push(['credentials.security', `must be one of ${MAIL_SECURITY.join(', ')}`]);
  if ((user === '') !== (password === ''))
    issues.push([
      user === '' ? 'credentials.user' : 'credentials.password',
      'is required: send user name and password together',
    ]);
  if (chosen === 'none' && user !== '')
    issues.push([
      'credentials.security',
      'must be tls or starttls: without encryption, others could read the password',
    ]);
  if (issues.length > 0 || !isSecurity(chosen)) return issues;
  return { host: host.trim(), port: number, security: chosen, login: user === '' ? null : { user, password } };
}

/** The message as it is sent. Its id stays the same at each attempt. */
async function composed(email: Email, sentAt: Date): Promise<{ message: Buffer; messageId: string }> {
  const domain = email.from.email.slice(email.from.email.lastIndexOf('@') + 1);
  const messageId = `<${email.id}@${domain}>`;
  const message = await new MailComposer({
    from: { name: email.from.name ?? '', address: email.from.email },
    // As an object the address is one address, whatever stands in it.
    to: { name: '', address: email.to },
    ...(email.replyTo !== undefined && { replyTo: { name: '', address: email.replyTo } }),
    subject: email.subject,
    ...(email.html !== undefined && { html: email.html }),
    ...(email.text !== undefined && { text: email.text }),
    headers: email.headers.map(({ name, value }) => ({ key: name, value })),
    messageId,
    date: sentAt,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return { message, messageId };
}

/**
 * True when the refusal is about the channel: the server refuses the login or the sender. Otherwise the server refuses
 * this message only.
 */
const isOfChannel = ({ after }: MailAnswer): boolean => after === 'auth' || after === 'from';

function outcome(connection: Connection, answer: MailAnswer, messageId: string): Outcome {
  const { code, text } = answer;
  if (code < 400) return { kind: 'accepted', providerMessageId: messageId };
  const reason = reasonOf('email_smtp', connection, text === '' ? `SMTP ${code}` : text);
  if (code < 500) return { kind: 'retry', reason, afterMs: PUT_OFF_MS };
  return refused(reason, isOfChannel(answer));
}

export const smtp: Provider<'email'> = {
  id: 'email_smtp',

  async send(outgoing, connection, transport) {
    const email = emailOf(outgoing, connection);
    if (typeof email === 'string') return { kind: 'failed', reason: email };
    const server = serverOf(connection.credentials);
    if (Array.isArray(server))
      return { kind: 'failed', reason: 'The channel has no valid mail server. Connect it again.', ofChannel: true };
    if (transport.mail === undefined) throw new NotSentError('This server does not send mail.', true);
    const { message, messageId } = await composed(email, outgoing.now);
    const answer = await transport.mail({ server, from: email.from.email, to: email.to, message });
    return outcome(connection, answer, messageId);
  },

  check({ credentials }) {
    const server = serverOf(credentials);
    if (Array.isArray(server)) return server;
    // The guard of merchants' addresses, here as well as when it is called.
    const verdict = checkAddress(`https://${server.host.includes(':') ? `[${server.host}]` : server.host}`);
    return verdict.ok ? [] : [['credentials.host', verdict.reason]];
  },

  async tryOut({ credentials }, transport) {
    const server = serverOf(credentials);
    if (Array.isArray(server) || transport.mail === undefined) return [];
    try {
      const { code, text } = await transport.mail({ server, from: '', to: '', message: null });
      if (code < 400) return [];
      // 4yz puts off (RFC 5321 §4.2.1) and says nothing of the password.
      if (code < 500) return [['credentials.host', `does not accept connections right now; try again: ${text}`]];
      return [['credentials.password', `was refused: ${text}`]];
    } catch (error) {
      if (!(error instanceof NotSentError || error instanceof OutcomeUnknownError)) throw error;
      return [['credentials.host', `could not be reached: ${error.message}`]];
    }
  },

  sandbox: {
    accepted: (providerMessageId) => ({ status: 250, headers: {}, body: `2.0.0 OK ${providerMessageId}` }),
  },
};
