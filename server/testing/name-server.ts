/**
 * A name server on loopback (RFC 1035 over UDP) with records of a test's own, so that what is tested asks the DNS as it does in
 * production. It answers as a resolver does: with the whole chain of CNAMEs, NXDOMAIN for a name that has nothing at or
 * below it, and no answer at all where it is told so.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

const TYPES = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const;
type Type = keyof typeof TYPES;

const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NO_NAME = 3;

/** Labels, each after its length, and the root. */
const encodedName = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

/** A TXT record's strings, at most 255 bytes each. */
const encodedStrings = (strings: readonly string[]): Buffer =>
  Buffer.concat(strings.map((text) => Buffer.from([Buffer.byteLength(text), ...Buffer.from(text)])));

interface Question {
  id: Buffer;
  name: string;
  type: number;
  /** As it was asked, for the answer to repeat. */
  bytes: Buffer;
}

function questionIn(packet: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet.readUInt8(at); length > 0; length = packet.readUInt8(at)) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  return {
    id: packet.subarray(0, 2),
    name: labels.join('.').toLowerCase(),
    type: packet.readUInt16BE(at + 1),
    bytes: packet.subarray(12, end),
  };
}

export class StandInNameServer {
  /** `TXT example.test`, in the order in which they came. */
  asked: string[] = [];
  private readonly records = new Map<string, Buffer[]>();
  private readonly failing = new Map<string, 'servfail' | 'silence'>();
  private readonly aliases = new Map<string, string>();
  private socket: Socket | undefined;

  /** For a resolver's setServers. */
  get address(): string {
    return `127.0.0.1:${(this.socket?.address() as AddressInfo).port}`;
  }

  /** A TXT record; several strings are one text to whoever reads it. */
  txt(name: string, ...strings: string[]): this {
    return this.add('TXT', name, encodedStrings(strings));
  }

  mx(name: string, priority: number, exchange: string): this {
    return this.add('MX', name, Buffer.concat([uint16(priority), encodedName(exchange)]));
  }

  /** @param address IPv4, or IPv6 with all of its eight groups */
  host(name: string, address: string): this {
    return address.includes(':')
      ? this.add('AAAA', name, Buffer.concat(address.split(':').map((group) => uint16(parseInt(group, 16)))))
      : this.add('A', name, Buffer.from(address.split('.').map(Number)));
  }

  cname(name: string, target: string): this {
    this.aliases.set(name, target);
    return this.add('CNAME', name, encodedName(target));
  }

  /** Makes every question about a name, or about every name (`*`), fail. */
  fails(name: string, how: 'servfail' | 'silence'): this {
    this.failing.set(name, how);
    return this;
  }

  reset(): void {
    this.asked = [];
    this.records.clear();
    this.failing.clear();
    this.aliases.clear();
  }

  async start(): Promise<void> {
    const socket = createSocket('udp4');
    socket.on('message', (packet, from) => {
      const answer = this.answer(questionIn(packet));
      if (answer !== null) socket.send(answer, from.port, from.address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    this.socket = socket;
  }

  async stop(): Promise<void> {
    const { socket } = this;
    if (socket === undefined) return;
    socket.close();
    await once(socket, 'close');
  }

  private add(type: Type, name: string, data: Buffer): this {
    const key = `${type} ${name}`;
    this.records.set(key, [...(this.records.get(key) ?? []), data]);
    return this;
  }

  private has(name: string): boolean {
    return [...this.records.keys()].some((key) => key.endsWith(` ${name}`) || key.endsWith(`.${name}`));
  }

  private answer({ id, name, type, bytes }: Question): Buffer | null {
    const [known] = (Object.keys(TYPES) as Type[]).filter((each) => TYPES[each] === type);
    this.asked.push(`${known ?? type} ${name}`);
    const failure = this.failing.get(name) ?? this.failing.get('*');
    if (failure === 'silence') return null;
    const answers: Buffer[] = [];
    const say = (owner: string, of: number, data: Buffer): void =>
      void answers.push(
        Buffer.concat([
          encodedName(owner),
          uint16(of),
          uint16(1),
          Buffer.from([0, 0, 0, 60]),
          uint16(data.length),
          data,
        ]),
      );
    let owner = name;
    for (let hops = 0; type !== TYPES.CNAME && hops < 8; hops++) {
      const target = this.aliases.get(owner);
      if (target === undefined) break;
      say(owner, TYPES.CNAME, encodedName(target));
      owner = target;
    }
    for (const data of known === undefined ? [] : (this.records.get(`${known} ${owner}`) ?? [])) say(owner, type, data);
    const code = failure === 'servfail' ? SERVER_FAILURE : this.has(owner) ? NO_ERROR : NO_NAME;
    const counts = [1, failure === undefined ? answers.length : 0, 0, 0].map(uint16);
    return Buffer.concat([
      id,
      // A response, recursion desired and available.
      Buffer.from([0x81, 0x80 | code]),
      ...counts,
      bytes,
      ...(failure === undefined ? answers : []),
    ]);
  }
}

/** A name server for the tests of a file, empty before each of them. */
export function useNameServer(): StandInNameServer {
  const server = new StandInNameServer();
  beforeAll(() => server.start());
  beforeEach(() => server.reset());
  afterAll(() => server.stop());
  return server;
}
