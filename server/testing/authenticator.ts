/** A passkey in software: what a browser and its authenticator answer, with whatever a test has them get wrong. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** As much of CBOR (RFC 8949) as attestations and keys need: whole numbers, texts, bytes, maps. */
type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, Math.floor(value / 256), value % 256]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

export interface Twist {
  /** The page that asked. */
  origin?: string;
  rpID?: string;
  type?: string;
  /** True when finger, face or PIN was shown. */
  verified?: boolean;
  userHandle?: string;
  /** The counter's value, in the place of one more than before. */
  counter?: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export class Authenticator {
  readonly id = randomBytes(32);
  private readonly privateKey: KeyObject;
  private readonly publicKey: Buffer;
  private userHandle = '';
  private counter = 0;

  /** @param origin of the site, such as http://localhost:3000 */
  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.privateKey = privateKey;
    // COSE (RFC 9053): EC2, ES256, P-256.
    this.publicKey = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  get key(): string {
    return this.id.toString('base64url');
  }

  /** Answers navigator.credentials.create(). @param options as JSON */
  create(options: string, twist: Twist = {}): string {
    const { challenge, user } = JSON.parse(options) as { challenge: string; user?: { id: string } };
    this.userHandle = user?.id ?? '';
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.publicKey]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Buffer.concat([this.data(twist, ATTESTED), attested])],
    ]);
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', challenge, twist).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers navigator.credentials.get(). @param options as JSON */
  get(options: string, twist: Twist = {}): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    this.counter = twist.counter ?? this.counter + 1;
    const data = this.data(twist, 0);
    const clientData = this.clientData('webauthn.get', challenge, twist);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.privateKey);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: twist.userHandle ?? this.userHandle,
    });
  }

  private answer(response: object): string {
    return JSON.stringify({ id: this.key, rawId: this.key, type: 'public-key', clientExtensionResults: {}, response });
  }

  private clientData(type: string, challenge: string, twist: Twist): Buffer {
    return Buffer.from(
      JSON.stringify({ type: twist.type ?? type, challenge, origin: twist.origin ?? this.origin, crossOrigin: false }),
    );
  }

  private data({ rpID, verified = true }: Twist, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const hash = sha256(rpID ?? new URL(this.origin).hostname);
    return Buffer.concat([hash, Buffer.from([PRESENT | (verified ? VERIFIED : 0) | flags]), counter]);
  }
}
