/**
 * The client to mail servers (RFC 5321), over nodemailer's connection. It connects only to addresses that the guard has
 * judged, and tells surely unsent messages from those that may be sent. A message may be sent from its first byte on,
 * which goes out when the server has asked for it.
 *
 * A connection stays open for a moment after its message, so that a batch does not sign in for each. Before a
 * connection is used again, RSET checks it; a broken one is replaced.
 */
import net from 'node:net';
import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { isPublicName, withoutTrailingDots } from '@/server/platform/lib/url-guard';
import {
  NotSentError,
  OutcomeUnknownError,
  type MailAnswer,
  type MailRequest,
  type MailServer,
} from '@/server/platform/vendors/provider';
import { resolved, type Lookup } from '@/server/platform/vendors/lookup';

/** The largest number of connections to one server; further messages wait. */
const MOST_CONNECTIONS = 5;
const KEPT_MS = 10_000;
const CONNECT_MS = 10_000;
/**
 * The time limits of a whole conversation, in milliseconds. RFC 5321 §4.5.3.2 allows minutes for each reply, which
 * would block a lane; a person who connects a channel waits less long.
 */
const LONGEST_MS = { message: 60_000, asked: 15_000 };

export interface MailWayOptions {
  lookup: Lookup;
  /** The name with which this server greets (`greetingName`); undefined: the mail library's default. */
  name?: string | undefined;
  /** Opens connections; replaced in tests. Receives the address that the guard has judged. */
  connect?: (address: string, port: number) => net.Socket;
  /** TLS options beside the server's name, e.g. trusted certificates. */
  tls?: ConnectionOptions;
  /** Replaces LONGEST_MS, in milliseconds. */
  longestMs?: number;
}

/** The fields of a nodemailer error, beside its message. */
interface SmtpFailure extends Error {
  code?: string;
  /** The reply code, if the server replied. */
  responseCode?: number;
  response?: string;
  command?: string;
}

/** The connections to one mail server. */
interface Server {
  idle: Kept[];
  /** The number of taken places; a caller that leaves passes its place to the first that waits. */
  open: number;
  waiting: (() => void)[];
}

interface Kept {
  connection: SMTPConnection;
  /** Takes the idle connection for use, so that it is no longer closed by its timer. */
  take(): void;
}

/** The time by which the work must end, by performance.now(). */
type Deadline = number;
const leftUntil = (deadline: Deadline): number => Math.max(deadline - performance.now(), 0);

const AFTER: Readonly<Record<string, MailAnswer['after']>> = { 'MAIL FROM': 'from', 'RCPT TO': 'to', DATA: 'data' };

export class MailWay {
  private readonly servers = new Map<string, Server>();

  constructor(private readonly options: MailWayOptions) {}

  /** @throws NotSentError, OutcomeUnknownError; any reply is an answer */
  async send(request: MailRequest): Promise<MailAnswer> {
    const key = JSON.stringify(request.server);
    const server = this.servers.get(key) ?? { idle: [], open: 0, waiting: [] };
    this.servers.set(key, server);
    const { longestMs = request.message === null ? LONGEST_MS.asked : LONGEST_MS.message } = this.options;
    const deadline = performance.now() + longestMs;
    await enter(server, deadline);
    try {
      return await this.converse(key, server, request, deadline);
    } finally {
      const next = server.waiting.shift();
      if (next === undefined) server.open--;
      else next();
      this.forget(key, server);
    }
  }

  close(): void {
    for (const { idle } of this.servers.values()) for (const { connection } of idle) connection.quit();
    this.servers.clear();
  }

  /** Removes an unused server from memory, and who signs in there. */
  private forget(key: string, server: Server): void {
    if (server.open === 0 && server.idle.length === 0 && this.servers.get(key) === server) this.servers.delete(key);
  }

  private async converse(key: string, server: Server, request: MailRequest, deadline: Deadline): Promise<MailAnswer> {
    let connection: SMTPConnection;
    try {
      connection = (await reused(server, deadline)) ?? (await this.signedIn(request.server, deadline));
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
      const answer = await deliver(connection, request, request.message, deadline);
      this.keep(key, server, connection);
      return answer;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** @throws NotSentError; nodemailer's error when the server refuses the login */
  private async signedIn({ host, port, security, login }: MailServer, deadline: Deadline): Promise<SMTPConnection> {
    const name = withoutTrailingDots(host.toLowerCase());
    if (!isPublicName(name)) throw new NotSentError('The address leads to a private or local network.', true);
    const socket = await this.connected(name, port);
    const connection = new SMTPConnection({
      ...(this.options.name !== undefined && { name: this.options.name }),
      host: name,
      connection: socket,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      tls: { minVersion: 'TLSv1.2', ...this.options.tls, ...(net.isIP(name) === 0 && { servername: name }) },
      greetingTimeout: LONGEST_MS.message,
      connectionTimeout: LONGEST_MS.message,
      socketTimeout: LONGEST_MS.message,
    });
    // An error that nobody waits for would end the process; a connection that has one is not used again.
    connection.on('error', () => undefined);
    try {
      await step(connection, deadline, (done) => connection.connect(done));
      if (login !== null)
        await step(connection, deadline, (done) =>
          connection.login({ credentials: { user: login.user, pass: login.password } }, done),
        );
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  private keep(key: string, server: Server, connection: SMTPConnection): void {
    const take = (): void => {
      clearTimeout(timer);
      connection.off('end', drop);
    };
    const kept: Kept = { connection, take };
    const drop = (): void => {
      take();
      server.idle = server.idle.filter((each) => each !== kept);
      this.forget(key, server);
    };
    const timer = setTimeout(() => {
      drop();
      connection.quit();
    }, KEPT_MS).unref();
    connection.once('end', drop);
    server.idle.push(kept);
  }

  /** Connects to one of the judged addresses; a second look-up could return different ones. */
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

/** Takes a place at the server, or waits for one. @throws NotSentError when none becomes free in time */
function enter(server: Server, deadline: Deadline): Promise<void> | undefined {
  if (server.open < MOST_CONNECTIONS) {
    server.open++;
    return undefined;
  }
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      server.waiting = server.waiting.filter((each) => each !== begin);
      reject(new NotSentError('No connection in time.'));
    }, leftUntil(deadline));
    server.waiting.push(begin);
  });
}

/** Runs one command; it fails when the connection ends meanwhile, or its time is over. */
function step(
  connection: SMTPConnection,
  deadline: Deadline,
  begin: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      clearTimeout(timer);
      connection.off('error', settle);
      connection.off('end', onEnd);
      if (error === undefined || error === null) resolve();
      else reject(error);
    };
    const onEnd = (): void => settle(new Error('The server closed the connection.'));
    const timer = setTimeout(() => {
      settle(new Error('No answer in time.'));
      connection.close();
    }, leftUntil(deadline));
    connection.once('error', settle);
    connection.once('end', onEnd);
    begin(settle);
  });
}

/** Returns a kept connection that still works. */
async function reused(server: Server, deadline: Deadline): Promise<SMTPConnection | null> {
  for (let kept = server.idle.pop(); kept !== undefined; kept = server.idle.pop()) {
    const { connection } = kept;
    kept.take();
    try {
      await step(connection, deadline, (done) => connection.reset(done));
      return connection;
    } catch {
      connection.close();
    }
  }
  return null;
}

async function deliver(
  connection: SMTPConnection,
  { from, to }: MailRequest,
  message: Buffer,
  deadline: Deadline,
): Promise<MailAnswer> {
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
    await step(connection, deadline, (done) =>
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

/** Returns the server's refusal; null for a failure of another kind. */
function answerIn(error: unknown, otherwise: MailAnswer['after']): MailAnswer | null {
  const { code, responseCode, response, command } = error as SmtpFailure;
  if (code === 'EAUTH') return { code: responseCode ?? 535, text: response ?? wordsOf(error), after: 'auth' };
  if (responseCode === undefined) return null;
  return { code: responseCode, text: response ?? wordsOf(error), after: AFTER[command ?? ''] ?? otherwise };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'The mail server did not answer.';
