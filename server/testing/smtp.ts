/** An SMTP server on the loopback (RFC 5321), so that a test reads what really went over the wire. It takes no TLS and asks for no login. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  headers: Record<string, string>;
  /** Decoded, by content type. */
  parts: { type: string; text: string }[];
  raw: string;
}

export interface SmtpServer {
  /** For SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  /** Refuse every recipient from now on, as a server does whose mailbox is gone. */
  refuse: boolean;
  /** The newest mail to this address. @throws Error when there is none */
  lastTo(address: string): ReceivedMail;
}

const WORD = /=\?utf-8\?([bq])\?([^?]*)\?=\s*/gi;
const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
const decodeHeader = (text: string): string =>
  text.replace(WORD, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : decodeQuoted(word.replaceAll('_', ' ')),
  );

function parseEntity(raw: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return {
    headers: Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        decodeHeader(line.slice(line.indexOf(':') + 1).trim()),
      ]),
    ),
    body: rest.join('\r\n\r\n'),
  };
}

function partsOf(raw: string): ReceivedMail['parts'] {
  const { headers, body } = parseEntity(raw);
  const type = headers['content-type'] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '')));
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? decodeQuoted(body)
        : body;
  return [{ type: type.split(';')[0] ?? type, text }];
}

/** One conversation, command by command. */
function converse(socket: Socket, server: SmtpServer): void {
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  let buffer = '';
  let mail = { from: '', to: [] as string[] };
  let data: string[] | null = null;
  const address = (line: string): string => /<([^<>]*)>/.exec(line)?.[1] ?? '';
  const take = (line: string): void => {
    if (data !== null) {
      if (line !== '.') return void data.push(line.startsWith('.') ? line.slice(1) : line);
      const raw = data.join('\r\n');
      server.mails.push({ ...mail, raw, headers: parseEntity(raw).headers, parts: partsOf(raw) });
      data = null;
      return say('250 taken');
    }
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'EHLO') return say('250 smtp.test');
    if (command === 'MAIL') {
      mail = { from: address(line), to: [] };
      return say('250 ok');
    }
    if (command === 'RCPT') {
      if (server.refuse) return say('550 no such mailbox');
      mail.to.push(address(line));
      return say('250 ok');
    }
    if (command === 'DATA') {
      data = [];
      return say('354 go on');
    }
    if (command === 'QUIT') {
      say('221 bye');
      return void socket.end();
    }
    say(command === 'RSET' || command === 'NOOP' ? '250 ok' : '502 not known');
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    buffer += chunk.toString('utf8');
    for (let at = buffer.indexOf('\r\n'); at !== -1; at = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, at);
      buffer = buffer.slice(at + 2);
      take(line);
    }
  });
  say('220 smtp.test');
}

/** Listens until the process ends. Await it at the top of a test file: the settings of `useServer` need its address. */
export async function startSmtp(): Promise<SmtpServer> {
  const smtp: SmtpServer = {
    url: '',
    mails: [],
    refuse: false,
    lastTo(to) {
      const mail = smtp.mails.findLast((each) => each.to.includes(to));
      if (mail === undefined) throw new Error(`No mail came for ${to}.`);
      return mail;
    },
  };
  const listener = createServer((socket) => converse(socket, smtp));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  smtp.url = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  listener.unref();
  return smtp;
}
