/**
 * A pooler in transaction mode, as PgBouncer is one: each transaction of a client gets whichever session is free. For
 * tests; it asks for no password and knows no TLS.
 */
import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import pg from 'pg';

export interface PoolerOptions {
  /** The settings that its sessions are told as they begin. */
  options?: string;
  /** True when each session that is lent has what its client prepared. */
  prepares?: boolean;
  /** True when it refuses a client that asks for more than it knows, rather than drop what it asks for. */
  refuses?: boolean;
  sessions?: number;
}

export interface Pooler {
  /** The database's address with the pooler's in place of its own. */
  url: string;
  /** Closes the connections of all clients, and listens no more. */
  stop(): Promise<void>;
}

interface Session {
  socket: Socket;
  client: pg.Client;
  prepared: Map<string, string>;
}

const KNOWN = new Set(['user', 'database', 'application_name', 'client_encoding', 'options', 'replication']);

export async function startPooler(databaseUrl: string, options: PoolerOptions = {}): Promise<Pooler> {
  const free: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  const sessions = new Set<pg.Client>();
  const clients = new Set<Socket>();
  const lend = async (): Promise<Session> => {
    const session = free.pop();
    if (session !== undefined) return session;
    if (sessions.size >= (options.sessions ?? 4)) return await new Promise((resolve) => waiting.push(resolve));
    const client = new pg.Client({ connectionString: databaseUrl, options: options.options ?? '-c timezone=UTC' });
    sessions.add(client);
    client.on('error', () => undefined);
    await client.connect();
    const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection;
    socket.removeAllListeners('data');
    return { socket, client, prepared: new Map() };
  };
  const giveBack = (session: Session): void => {
    session.socket.removeAllListeners('data');
    const next = waiting.shift();
    if (next === undefined) free.push(session);
    else next(session);
  };
  const server = net.createServer({ noDelay: true }, (socket) => {
    clients.add(socket);
    socket.on('error', () => undefined).on('close', () => clients.delete(socket));
    serve(socket, options, lend, giveBack);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    async stop() {
      for (const socket of clients) socket.destroy();
      server.close();
      // Its parser hears nothing any more, so that it would wait for ever for an answer.
      for (const client of sessions)
        (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      await once(server, 'close');
    },
  };
}

/** Answers a client and passes its transactions on. */
function serve(
  socket: Socket,
  { prepares = true, refuses = true }: PoolerOptions,
  lend: () => Promise<Session>,
  giveBack: (session: Session) => void,
): void {
  const prepared = new Map<string, string>();
  let session: Session | undefined;
  let greeted = false;
  /**
   * For each question that is under way: answers to what was prepared for it, and whether the client is not to see
   * them.
   */
  const questions: boolean[][] = [];
  let question: boolean[] = [];

  const prepare = (target: Session, name: string, frame: string, isOurs: boolean): void => {
    if (name === '' || !prepares) {
      question.push(isOurs);
      return;
    }
    if (target.prepared.has(name)) {
      target.socket.write(message('C', Buffer.from(`S${name}\0`)));
      question.push(true);
    }
    target.prepared.set(name, frame);
    question.push(isOurs);
  };
  const ask = (target: Session, frame: Buffer): void => {
    const type = String.fromCharCode(frame[0] ?? 0);
    if (type === 'P') {
      const name = textAt(frame, 5);
      prepared.set(name, frame.toString('latin1'));
      prepare(target, name, frame.toString('latin1'), false);
    }
    if (type === 'B' && prepares) {
      const name = textAt(frame, 5 + textAt(frame, 5).length + 1);
      const known = prepared.get(name);
      if (name !== '' && known !== undefined && target.prepared.get(name) !== known) {
        prepare(target, name, known, true);
        target.socket.write(Buffer.from(known, 'latin1'));
      }
    }
    target.socket.write(frame);
    if (type === 'S' || type === 'Q') {
      questions.push(question);
      question = [];
    }
  };
  const answer = (target: Session, frame: Buffer): void => {
    const type = String.fromCharCode(frame[0] ?? 0);
    if ((type === '1' || type === '3') && (questions[0] ?? question).shift() === true) return;
    socket.write(frame);
    if (type !== 'Z') return;
    questions.shift();
    if (questions.length > 0 || question.length > 0 || frame[5] !== IDLE) return;
    session = undefined;
    giveBack(target);
  };
  const borrowed = async (): Promise<Session> => {
    const target = await lend();
    target.socket.on(
      'data',
      frames((frame) => answer(target, frame)),
    );
    return (session = target);
  };
  const greet = (parameters: string[]): void => {
    greeted = true;
    const strange = parameters.find((name, index) => index % 2 === 0 && name !== '' && !KNOWN.has(name));
    if (refuses && strange !== undefined)
      return void socket.end(
        message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${strange}\0\0`)),
      );
    // A key of its own, which no process of PostgreSQL has.
    socket.write(
      Buffer.concat([message('R', word(0)), message('K', word(7), word(7)), message('Z', Buffer.from('I'))]),
    );
  };

  let turn = Promise.resolve();
  socket.on(
    'data',
    frames(
      (frame) => {
        if (!greeted) return greet(frame.toString('utf8', 8).split('\0'));
        if (frame[0] === TERMINATE) return void socket.end();
        turn = turn.then(async () => ask(session ?? (await borrowed()), frame));
      },
      () => greeted,
    ),
  );
}

const IDLE = 'I'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);

/** @param isTyped whether a message begins with its type; the first of a client does not */
function frames(take: (frame: Buffer) => void, isTyped = (): boolean => true): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isTyped() ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const frame = rest.subarray(0, length);
      rest = rest.subarray(length);
      take(frame);
    }
  };
}

const textAt = (frame: Buffer, from: number): string => frame.toString('utf8', from, frame.indexOf(0, from));

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), word(body.length + 4), body]);
}
