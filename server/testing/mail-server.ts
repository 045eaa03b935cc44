/**
 * A mail server on the loopback (RFC 5321, 3207, 4954) that a test tells what to say, with its own certificate; and the way
 * there, as if it stood on the Internet.
 */
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import type { TransportOptions } from '@/server/platform/vendors/transport';
import { selfSigned } from '@/server/testing/certificate';

export const MAIL_HOST = 'mail.toko.example';
const { pem, privateKey } = selfSigned(MAIL_HOST);
const secureContext = tls.createSecureContext({
  cert: pem,
  key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
});

/** The moment of its answer: the greeting, a command, or the end of a message. */
export type Moment = 'GREETING' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END' | 'RSET';

export interface TakenMail {
  from: string;
  to: string;
  raw: string;
  /** True when it came over TLS. */
  secure: boolean;
  /** As it signed in, `user:password`. */
  login: string | null;
}

export interface MailServerOptions {
  /** From the first byte. Default: STARTTLS is offered. */
  tls?: boolean;
  /** Nothing is offered. */
  plain?: boolean;
  /** The replies in the place of the usual ones; `null` ends the connection, '' says nothing. */
  says?: Partial<Record<Moment, string | null>>;
}

export interface TestMailServer {
  port: number;
  mails: TakenMail[];
  /** Every command, in order. */
  heard: string[];
  connections: number;
  /** The largest number of connections at the same time. */
  most: number;
  says: Partial<Record<Moment, string | null>>;
  /** Ends the connections that are open. */
  hangUp(): void;
  close(): Promise<void>;
  /** For `createTransport`: every name is public, and leads here. */
  way: Required<Pick<TransportOptions, 'lookup' | 'mail'>>;
}

const base64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

export async function startMailServer(options: MailServerOptions = {}): Promise<TestMailServer> {
  const open = new Set<Socket>();
  const server: TestMailServer = {
    port: 0,
    mails: [],
    heard: [],
    connections: 0,
    most: 0,
    says: options.says ?? {},
    hangUp: () => open.forEach((socket) => socket.destroy()),
    close: async () => {
      server.hangUp();
      listener.close();
      await once(listener, 'close');
    },
    way: {
      lookup: () => Promise.resolve([{ address: '8.8.8.8' }]),
      mail: { connect: () => net.connect(server.port, '127.0.0.1'), tls: { ca: pem } },
    },
  };
  const listener = net.createServer((socket) => {
    open.add(socket);
    server.connections++;
    server.most = Math.max(server.most, open.size);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    if (options.tls !== true) return converse(server, socket, options, null);
    converse(server, new tls.TLSSocket(socket, { isServer: true, secureContext }), options, null, true);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  server.port = (listener.address() as AddressInfo).port;
  return server;
}

function converse(
  server: TestMailServer,
  socket: Socket,
  options: MailServerOptions,
  before: string | null,
  secure = false,
): void {
  let [buffer, from, to, login] = ['', '', '', before];
  let data: string[] | null = null;
  const write = (line: string): void => void socket.write(`${line}\r\n`);
  const say = (moment: Moment, usual: string): void => {
    const answer = server.says[moment];
    if (answer === null) socket.destroy();
    else if (answer !== '') write(answer ?? usual);
  };
  const address = (line: string): string => /<([^<>]*)>/.exec(line)?.[1] ?? '';
  const take = (line: string): void => {
    if (data !== null) {
      if (line !== '.') return void data.push(line.startsWith('.') ? line.slice(1) : line);
      if (server.says.END === undefined) server.mails.push({ from, to, raw: data.join('\r\n'), secure, login });
      data = null;
      return say('END', '250 2.0.0 queued');
    }
    server.heard.push(line);
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'EHLO')
      return say(
        'EHLO',
        [`250-${MAIL_HOST}`, ...(secure || options.plain ? [] : ['250-STARTTLS']), '250 AUTH PLAIN'].join('\r\n'),
      );
    if (command === 'STAR' && options.plain !== true) {
      write('220 go on');
      socket.removeAllListeners('data');
      return converse(server, new tls.TLSSocket(socket, { isServer: true, secureContext }), options, login, true);
    }
    if (command === 'AUTH') {
      login = base64(line.split(' ')[2] ?? '')
        .split('\0')
        .slice(1)
        .join(':');
      return say('AUTH', '235 welcome');
    }
    if (command === 'MAIL') {
      from = address(line);
      return say('MAIL', '250 ok');
    }
    if (command === 'RCPT') {
      to = address(line);
      return say('RCPT', '250 ok');
    }
    if (command === 'DATA') {
      if ((server.says.DATA ?? '354').startsWith('354')) data = [];
      return say('DATA', '354 go on');
    }
    if (command === 'RSET') return say('RSET', '250 ok');
    if (command === 'QUIT') return void socket.end('221 bye\r\n');
    write('502 not known');
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    buffer += chunk.toString('utf8');
    for (let at = buffer.indexOf('\r\n'); at !== -1; at = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, at);
      buffer = buffer.slice(at + 2);
      take(line);
    }
  });
  // After STARTTLS the client speaks first.
  if (!secure || options.tls === true) say('GREETING', `220 ${MAIL_HOST}`);
}
