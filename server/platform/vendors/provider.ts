/**
 * The worker's interface to a vendor's adapter. One file a vendor exports a `Provider`;
 * server/modules/messaging/adapters/adapters.ts has one line for each. Adapters keep no state, read no settings and
 * open no connection of their own: the transport is given to them, so tests, benchmarks and the sandbox give theirs.
 */
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';
import type { ChannelMessage, Sender } from '@/server/modules/messaging/adapters/channel-message';
import type { ContentOf } from '@/server/platform/vendors/content';

/** A request to a vendor, fully built. */
export interface VendorRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface VendorAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** The request never reached the vendor (no connection, no name, refused by the guard): nothing can have been sent. */
export class NotSentError extends Error {
  /** @param final trying again cannot help, e.g. a private address */
  constructor(
    message: string,
    readonly final = false,
  ) {
    super(message);
  }
}

/** The request was written, then no whole answer came: the vendor may have acted. */
export class OutcomeUnknownError extends Error {}

/** Checks whether a question had no answer for now: it is asked again. */
export const isAway = (error: unknown): boolean =>
  error instanceof OutcomeUnknownError || (error instanceof NotSentError && !error.final);

/** The vendor has an attachment no more. */
export class AttachmentGone extends Error {}

/** The security of the way to a mail server: TLS from the first byte, TLS before anything is said, or nothing. */
export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** A mail server, and who signs in there. */
export interface MailServer {
  host: string;
  port: number;
  security: MailSecurity;
  /** Null: nobody signs in. */
  login: { user: string; password: string } | null;
}

export interface MailRequest {
  server: MailServer;
  /** The sender of the envelope. */
  from: string;
  to: string;
  /** The whole message (RFC 5322); null only asks whether the server lets us in. */
  message: Buffer | null;
}

/** The server's last words: its reply code (RFC 5321 §4.2), and when it said so. */
export interface MailAnswer {
  code: number;
  text: string;
  after: 'auth' | 'from' | 'to' | 'data';
}

export interface RequestOptions {
  timeoutMs?: number;
  /** Bytes of the answer that are read; what is longer is cut off. */
  longestBody?: number;
  /** For `guarded`: a redirect is an answer, and is not followed. */
  redirects?: 'answer';
}

export interface DownloadOptions {
  timeoutMs?: number;
  /** Bytes of the file. */
  mostBytes: number;
  /** True when a longer file is cut off; otherwise it is refused. */
  isCut?: boolean;
  /** A redirect to this host is an answer, and is not followed. */
  endsAt?: string;
}

/** A file that was downloaded, read piece by piece as a Blob is. It is gone once it is closed, or its process is. */
export interface DownloadedFile {
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  /** From one byte to before another. */
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
  close(): Promise<void>;
}

export interface Download {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The address whose answer it is, once redirects are followed. */
  url: string;
  /** The body of a 200, as it was sent; null of any other status. */
  file: DownloadedFile | null;
}

/** A file has more bytes than are taken. */
export class FileTooLargeError extends Error {}

export interface Transport {
  /**
   * Sends one request and reads the whole answer (at most 1 MiB of it, unless `options` says so). Redirects are not
   * followed.
   * @throws NotSentError, OutcomeUnknownError; any status is an answer.
   */
  request(request: VendorRequest, options?: RequestOptions): Promise<VendorAnswer>;
  /**
   * The same to an address that a merchant gave: https only, and the guard (server/platform/lib/url-guard.ts) looks at
   * the literal address, at every address that the name resolves to, and at every redirect, which are followed here.
   */
  guarded(request: VendorRequest, options?: RequestOptions): Promise<VendorAnswer>;
  /**
   * A file, by the rules of `guarded`. It is never in memory as a whole. Absent where nothing large is to come in.
   * @throws NotSentError, OutcomeUnknownError, FileTooLargeError; any status is an answer.
   */
  download?(request: VendorRequest, options: DownloadOptions): Promise<Download>;
  /**
   * A message to a mail server that a merchant gave, by the rules of `guarded` but for the scheme. Absent where no mail
   * goes out.
   * @throws NotSentError, OutcomeUnknownError; any reply is an answer.
   */
  mail?(request: MailRequest): Promise<MailAnswer>;
}

/** A channel, opened: its credentials in the clear. Lives only as long as a batch in the worker. */
export interface Connection {
  channelId: string;
  credentials: Readonly<Record<string, string>>;
  config: Readonly<Record<string, unknown>>;
  externalId: string | null;
  /**
   * The vendor's address, from the catalogue or PROVIDER_BASE_<ID>, without a slash at the end. '' where the catalogue
   * has none.
   */
  base: string;
}

/** One message, as it is handed over. */
export interface OutgoingMessage<Of extends Family = Family> {
  /** The message row's id; goes along as the idempotency key where the vendor takes one. */
  id: string;
  /** E-mail address, E.164 with its plus, chat id, handle, or `broadcast`. */
  recipient: string;
  /** The family's, filled in for the recipient. */
  content: ContentOf<Of>;
  /** E-mail only: headers to add, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>;
  /**
   * The time when the recipient last wrote to this channel, for vendors with a 24-hour window; null: unknown or never.
   */
  lastInboundAt?: Date | null;
  /** The service's time of the hand-over, by which that window is judged. */
  now: Date;
}

/**
 * The outcome of a hand-over. accepted: the vendor took it. failed: it never will, `reason` in the vendor's words.
 * retry: 429, 503, or not sent at all. unknown: written, no answer. `ofChannel`: it was the channel that the vendor
 * refused (its keys, its token, its sender), so that any other message would fare the same.
 */
export type Outcome =
  | { kind: 'accepted'; providerMessageId: string | null }
  | { kind: 'failed'; reason: string; ofChannel?: true }
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'unknown'; reason: string };

/** A callback as it came in. */
export interface RawCallback {
  method: string;
  /** The whole address that the vendor was given and called, with its query: some sign it. */
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  receivedAt: Date;
}

export type DeliveryStatus = 'delivered' | 'bounced' | 'failed' | 'opened' | 'clicked';

/** A vendor's report on one message, or on one recipient. */
export type CallbackEvent =
  | {
      kind: 'status';
      providerMessageId: string;
      status: DeliveryStatus;
      at: Date;
      reason?: string;
      /** A bounce that will repeat (docs/contract/channels.md#providers). */ permanent?: boolean;
      link?: string;
      /** The machine that opened or clicked it, where the vendor says that it was one. */ machine?:
        | 'apple'
        | 'gmail'
        | 'robot';
      /** Our message's id, where the vendor hands back what went along; it finds a message whose hand-over had an unknown outcome. */ messageId?: string;
    }
  /** The recipient complained or unsubscribed with the vendor: holds for the address. */
  | {
      kind: 'complaint' | 'unsubscribe';
      recipient: string;
      userId?: string;
      providerMessageId: string | null;
      at: Date;
    }
  /** The recipient takes back what they said to end it, with the vendor. */
  | { kind: 'resubscribe'; recipient: string; userId?: string; at: Date }
  /** WhatsApp names a person by number and by its id of the user at once: from now on either finds both. */
  | { kind: 'known'; recipient: string; userId: string; at: Date }
  /**
   * The recipient wrote: opens the vendor's 24-hour window. `message` is missing where there is nothing to read, e.g.
   * of a like.
   */
  | { kind: 'inbound'; recipient: string; at: Date; message?: ChannelMessage }
  /** The merchant wrote to them in another app of the vendor's. */
  | { kind: 'echo'; recipient: string; at: Date; message: ChannelMessage }
  /**
   * The whole message as it reads now; `at` is that of the first version, or of the edit where the vendor tells no
   * other. `isOurs`: the merchant's, in another app.
   */
  | { kind: 'edited'; recipient: string; at: Date; editedAt: Date; message: ChannelMessage; isOurs?: true }
  | { kind: 'deleted'; recipient: string; at: Date; providerMessageId: string }
  /** The worker is to GET this address to confirm a subscription (SNS); already checked to be the vendor's. */
  | { kind: 'confirm'; url: string };

export interface CallbackContext {
  connection: Connection;
  transport: Transport;
}

/** Reads a vendor's callbacks. */
export interface Callbacks {
  /**
   * Checks whether the vendor really sent it. Absent where the catalogue says `token`: then the address's token is the
   * proof. A vendor that has a signature but no secret stored for it does not verify.
   * @throws NotSentError, OutcomeUnknownError when what it needs of the vendor, such as SNS's certificate, cannot be
   * had now.
   */
  verify?(raw: RawCallback, context: CallbackContext): Promise<boolean> | boolean;
  /**
   * The events in it, in any order, unknown kinds left out. Never throws on a verified body of another shape: returns
   * [].
   */
  events(raw: RawCallback): CallbackEvent[];
  /** Answers the vendor's question when the callback's address is registered (a GET); null refuses it. */
  challenge?(query: URLSearchParams, connection: Connection): string | null;
}

/** A message that somebody writes in the sandbox. */
export interface SandboxWords {
  /** The person's id or phone, as the vendor has it. */
  sender: string;
  name: string;
  text: string;
  providerMessageId: string;
  at: Date;
}

/** The sandbox's answers and callbacks in the vendor's place. */
export interface SandboxSide {
  /** The vendor's documented answer to an accepted message. */
  accepted(providerMessageId: string): VendorAnswer;
  /**
   * The vendor's documented answer to a request that is no message, e.g. for an access token; null: it is the message.
   */
  aside?(request: VendorRequest): VendorAnswer | null;
  /**
   * A callback as the vendor would send it, signed with what the channel holds; null where the vendor has no such
   * event. `url` is the channel's callback address.
   */
  callback?(
    event: { status: DeliveryStatus; providerMessageId: string; recipient: string; at: Date },
    connection: Connection,
    url: string,
  ): Omit<RawCallback, 'receivedAt'> | null;
  /** The callback of a message that somebody writes to the channel, signed alike. */
  inbound?(
    words: SandboxWords,
    connection: Connection,
    url: string,
    token: string,
  ): Omit<RawCallback, 'receivedAt'> | null;
}

/** The way in which the vendor learns where to call, for those that have an API for it. */
export interface Hook {
  /** The address that it calls now; null: none. @throws Error in the vendor's words */
  read(connection: Connection, transport: Transport): Promise<string | null>;
  /** @throws Error in the vendor's words */
  set(connection: Connection, transport: Transport, address: string, token: string): Promise<void>;
  /** @throws Error in the vendor's words */
  clear(connection: Connection, transport: Transport): Promise<void>;
}

/** A thing that a person may choose after connecting. */
export interface Asset {
  id: string;
  name: string;
  /** Under which the vendor calls, where that is not the id: an Instagram account's, of a page. */
  account?: string;
}

/** The adapter of a vendor of a family. */
export interface Provider<Of extends Family = Family> {
  id: ProviderId;
  /**
   * Hands one message over.
   * @throws NotSentError, OutcomeUnknownError from the transport; the worker reads them as retry and unknown.
   */
  send(message: OutgoingMessage<Of>, connection: Connection, transport: Transport): Promise<Outcome>;
  callbacks?: Callbacks;
  sandbox: SandboxSide;
  /**
   * Credentials and config that the catalogue's keys cannot judge, e.g. an address that is private. Returns [path,
   * message] pairs.
   */
  check?(input: {
    credentials: Readonly<Record<string, string>>;
    config: Readonly<Record<string, unknown>>;
  }): readonly [path: string, message: string][];
  /** Asks the vendor itself, once, when a channel is connected. Returns what is wrong, as `check` does. */
  tryOut?(
    connection: Pick<Connection, 'credentials' | 'config'>,
    transport: Transport,
  ): Promise<readonly [path: string, message: string][]>;
  hook?: Hook;
  /**
   * The request for an attachment's bytes. @param ref as `ChannelAttachment` has it
   * @throws AttachmentGone; NotSentError, OutcomeUnknownError
   */
  attachment?(ref: string, connection: Connection, transport: Transport): Promise<VendorRequest> | VendorRequest;
  /** Returns who somebody is, for vendors that tell no name along with a message; null: they do not say. */
  senderOf?(recipient: string, connection: Connection, transport: Transport): Promise<Sender | null>;
  /** OAuth: the pages, accounts … that the person may choose from after connecting (config.assetId). */
  assets?(connection: Connection, transport: Transport): Promise<Asset[]>;
}
