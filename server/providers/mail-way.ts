/**
 * The way out to mail servers (RFC 5321), over nodemailer's connection. It goes to the addresses that the guard has judged, and
 * tells what was surely not sent from what may have been: a message may have been taken from the moment in which its first
 * byte is read, which is when the server has asked for it.
 *
 * A connection is kept for a moment after its message, so that a batch does not sign in for each. Before it is used again it
 * is asked whether it is there (RSET); one that has gone is replaced.
 */
import net from 'node:net';
import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { isPublicName, withoutTrailingDots } from '@/server/lib/url-guard';
import {
  NotSentError,
  OutcomeUnknownError,
  type MailAnswer,
  type MailRequest,
  type MailServer,
} from '@/server/providers/provider';
import { resolved, type Lookup } from '@/server/providers/lookup';

/** Of one server; what is more waits. */
const MOST_CONNECTIONS = 5;
const KEPT_MS = 10_000;
const CONNECT_MS = 10_000;
/** Between two replies. RFC 5321 §4.5.3.2 allows minutes, in which a worker would hold the message's lease. */
const REPLY_MS = 45_000;

export interface MailWayOptions {
  lookup: Lookup;
  /** What opens the connections, e.g. of tests. It is given the address that the guard has judged. */
  connect?: (address: string, port: number) => net.Socket;
  /** Beside the server's name, e.g. whose certificates are believed. */
  tls?: ConnectionOptions;
}

/** What a failure of nodemailer's says beside its message. */
interface SmtpFailure extends Error {
  code?: string;
  /** The server's reply, where it was one. */
  responseCode?: number;
  response?: string;
  command?: string;
}

/** The connections to one server. */
interface Server {
  idle: SMTPConnection[];
  open: number;
  waiting: (() => void)[];
}

const AFTER: Readonly<Record<string, MailAnswer['after']>> = { 'MAIL FROM': 'from', 'RCPT TO': 'to', DATA: 'data' };

export class MailWay {
  private readonly servers = new Map<string, Server>();

  constructor(private readonly options: MailWayOptions) {}

  /** @throws NotSentError, OutcomeUnknownError; any reply is an answer */
  async send(request: MailRequest): Promise<MailAnswer> {
    const key = JSON.stringify(request.server);
    const server = this.servers.get(key) ?? { idle: [], open: 0, waiting: [] };
    this.servers.set(key, server);
    if (server.open >= MOST_CONNECTIONS) await new Promise<void>((resolve) => server.waiting.push(resolve));
    server.open++;
    try {
      return await this.converse(server, request);
    } finally {
      server.open--;
      server.waiting.shift()?.();
      if (server.open === 0 && server.idle.length === 0) this.servers.delete(key);
    }
  }

  close(): void {
    for (const { idle } of this.servers.values()) for (const connection of idle) connection.quit();
    this.servers.clear();
  }

  private async converse(server: Server, request: MailRequest): Promise<MailAnswer> {
    let connection: SMTPConnection;
    try {
      connection = (await reused(server)) ?? (await this.signedIn(request.server));
    } catch (error) {
      const refusal = answerIn(error, 'auth');
      if (refusal !== null) return refusal;
      throw error instanceof NotSentError ? error : new NotSentError(wordsOf(error));
    }
    if (request.message === null) {
      connection.quit();
      return { code: 250, text: '', after: 'auth' };
    }
    try {
      const answer = await deliver(connection, request, request.message);
      keep(server, connection);
      return answer;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** @throws NotSentError; the server's own refusal to let us in, as nodemailer has it */
  private async signedIn({ host, port, security, login }: MailServer): Promise<SMTPConnection> {
    const name = withoutTrailingDots(host);
    if (!isPublicName(name)) throw new NotSentError('The address leads to a private or local network.', true);
    const socket = await this.connected(name, port);
    const connection = new SMTPConnection({
      host: name,
      connection: socket,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      tls: { minVersion: 'TLSv1.2', ...this.options.tls, ...(net.isIP(name) === 0 && { servername: name }) },
      greetingTimeout: REPLY_MS,
      connectionTimeout: CONNECT_MS,
      socketTimeout: REPLY_MS,
    });
    try {
      await step(connection, (done) => connection.connect(done));
      if (login !== null)
        await step(connection, (done) =>
          connection.login({ credentials: { user: login.user, pass: login.password } }, done),
        );
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** To one of the addresses that were judged: there is no second look-up that could answer differently. */
  private async connected(host: string, port: number): Promise<net.Socket> {
    const { lookup, connect = (address: string, to: number) => net.connect({ host: address, port: to }) } =
      this.options;
    const addresses = await resolved(lookup, host.includes(':') ? `[${host}]` : host, performance.now() + CONNECT_MS);
    let failure: unknown;
    for (const address of addresses) {
      const socket = connect(address, port);
      try {
        await opened(socket);
        return socket;
      } catch (error) {
        socket.destroy();
        failure = error;
      }
    }
    throw new NotSentError(wordsOf(failure));
  }
}

function opened(socket: net.Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No connection in time.')), CONNECT_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve();
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

/** One command; the connection's end while it is under way is its failure. */
function step(connection: SMTPConnection, begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      connection.off('error', settle);
      connection.off('end', onEnd);
      if (error === undefined || error === null) resolve();
      else reject(error);
    };
    const onEnd = (): void => settle(new Error('The server closed the connection.'));
    connection.once('error', settle);
    connection.once('end', onEnd);
    begin(settle);
  });
}

/** A connection that is kept and still there. */
async function reused(server: Server): Promise<SMTPConnection | null> {
  for (let connection = server.idle.pop(); connection !== undefined; connection = server.idle.pop()) {
    const kept = connection;
    kept.removeAllListeners('end');
    try {
      await step(kept, (done) => kept.reset(done));
      return kept;
    } catch {
      kept.close();
    }
  }
  return null;
}

function keep(server: Server, connection: SMTPConnection): void {
  const drop = (): void => {
    const at = server.idle.indexOf(connection);
    if (at !== -1) server.idle.splice(at, 1);
  };
  server.idle.push(connection);
  connection.once('end', drop);
  // What it says of its end is nothing that anybody waits for.
  connection.on('error', drop);
  setTimeout(() => {
    if (!server.idle.includes(connection)) return;
    drop();
    connection.quit();
  }, KEPT_MS).unref();
}

async function deliver(connection: SMTPConnection, { from, to }: MailRequest, message: Buffer): Promise<MailAnswer> {
  const reading = { hasBegun: false };
  const body = new Readable({
    read() {
      reading.hasBegun = true;
      this.push(message);
      this.push(null);
    },
  });
  let text = '';
  try {
    await step(connection, (done) =>
      connection.send({ from, to: [to] }, body, (error, info) => {
        if (error === null) text = info.response;
        done(error);
      }),
    );
    return { code: codeIn(text) ?? 250, text, after: 'data' };
  } catch (error) {
    const answer = answerIn(error, 'data');
    if (answer !== null) return answer;
    throw reading.hasBegun ? new OutcomeUnknownError(wordsOf(error)) : new NotSentError(wordsOf(error));
  }
}

const codeIn = (reply: string): number | null => {
  const code = /^([2-5]\d\d)[ -]/.exec(reply)?.[1];
  return code === undefined ? null : Number(code);
};

/** The server's refusal, where the failure is one. */
function answerIn(error: unknown, otherwise: MailAnswer['after']): MailAnswer | null {
  const { code, responseCode, response, command } = error as SmtpFailure;
  if (code === 'EAUTH') return { code: responseCode ?? 535, text: response ?? wordsOf(error), after: 'auth' };
  if (responseCode === undefined) return null;
  return { code: responseCode, text: response ?? wordsOf(error), after: AFTER[command ?? ''] ?? otherwise };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'The mail server did not answer.';
