/**
 * The interface between the worker and a vendor's adapter. One file a vendor exports a `Provider`;
 * server/modules/messaging/adapters/adapters.ts has one line for each. Adapters keep no state, read no settings and
 * open no connection: the caller passes the transport, so that tests, benchmarks and the sandbox can pass their own.
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

/**
 * The request never reached the vendor (no connection, no DNS name, refused by the guard), so nothing can have been
 * sent.
 */
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

/** Checks for an error that means "no answer for now"; the request is then repeated. */
export const isAway = (error: unknown): boolean =>
  error instanceof OutcomeUnknownError || (error instanceof NotSentError && !error.final);

/** The vendor has an attachment no more. */
export class AttachmentGone extends Error {}

/** The security of the connection to a mail server: TLS from the first byte, TLS before any command, or none. */
export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** A mail server, and the login for it. */
export interface MailServer {
  host: string;
  port: number;
  security: MailSecurity;
  /** Null: no login. */
  login: { user: string; password: string } | null;
}

export interface MailRequest {
  server: MailServer;
  /** The sender of the envelope. */
  from: string;
  to: string;
  /** The whole message (RFC 5322); null only checks whether the server lets us in. */
  message: Buffer | null;
}

/** The server's last reply: its code (RFC 5321 §4.2) and text, and the step that it answers. */
export interface MailAnswer {
  code: number;
  text: string;
  after: 'auth' | 'from' | 'to' | 'data';
}

export interface RequestOptions {
  timeoutMs?: number;
  /** Bytes of the answer that are read; the rest is cut off. */
  longestBody?: number;
  /** For `guarded`: a redirect is returned as an answer and not followed. */
  redirects?: 'answer';
}

export interface DownloadOptions {
  timeoutMs?: number;
  /** Bytes of the file. */
  mostBytes: number;
  /** True to cut a longer file off; otherwise it is refused. */
  isCut?: boolean;
  /** A redirect to this host is returned as an answer and not followed. */
  endsAt?: string;
}

/** A downloaded file, read in pieces like a Blob. It disappears when it is closed, or its process ends. */
export interface DownloadedFile {
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  /** Returns the bytes from `start` to before `end`. */
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
  close(): Promise<void>;
}

export interface Download {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The address that answered, after redirects. */
  url: string;
  /** The body of a 200, as sent; null for any other status. */
  file: DownloadedFile | null;
}

/** A file has more bytes than allowed. */
export class FileTooLargeError extends Error {}

export interface Transport {
  /**
   * Sends one request and reads the whole answer (at most 1 MiB of it, unless `options` says otherwise). Does not
   * follow redirects.
   * @throws NotSentError, OutcomeUnknownError; any status is an answer
   */
  request(request: VendorRequest, options?: RequestOptions): Promise<VendorAnswer>;
  /**
   * Sends a request to an address that a merchant gave: https only. The guard (server/platform/lib/url-guard.ts) judges
   * the literal address, every address that its name resolves to, and every redirect that is followed.
   */
  guarded(request: VendorRequest, options?: RequestOptions): Promise<VendorAnswer>;
  /**
   * Downloads a file by the rules of `guarded`, never as a whole in memory. Absent where no large files are needed.
   * @throws NotSentError, OutcomeUnknownError, FileTooLargeError; any status is an answer
   */
  download?(request: VendorRequest, options: DownloadOptions): Promise<Download>;
  /**
   * Sends a message to a mail server that a merchant named, by the rules of `guarded` except for the scheme. Absent
   * where no mail is sent.
   * @throws NotSentError, OutcomeUnknownError; any reply is an answer
   */
  mail?(request: MailRequest): Promise<MailAnswer>;
}

/** A channel with its credentials in the clear. The worker keeps it only for one batch. */
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

/** One message as it is handed over to the vendor. */
export interface OutgoingMessage<Of extends Family = Family> {
  /** The message row's id; also the idempotency key, if the vendor accepts one. */
  id: string;
  /** An e-mail address, E.164 with its plus, a chat id, a handle, or `broadcast`. */
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
 * The outcome of a hand-over. accepted: the vendor accepted the message. failed: the vendor refused it for good,
 * `reason` in the vendor's words. retry: 429, 503, or not sent at all. unknown: the request was written, but no answer
 * came. `ofChannel`: the vendor refused the channel (its keys, token or sender), so any other message would fail too.
 */
export type Outcome =
  | { kind: 'accepted'; providerMessageId: string | null }
  | { kind: 'failed'; reason: string; ofChannel?: true }
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'unknown'; reason: string };

/** A callback as received. */
export interface RawCallback {
  method: string;
  /** The full address that the vendor called, with its query, because some vendors sign it. */
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  receivedAt: Date;
}

export type DeliveryStatus = 'delivered' | 'bounced' | 'failed' | 'opened' | 'clicked';

/** A vendor's report about a message, or about a recipient. */
export type CallbackEvent =
  | {
      kind: 'status';
      providerMessageId: string;
      status: DeliveryStatus;
      at: Date;
      reason?: string;
      /** A bounce that will repeat (docs/contract/channels.md#providers). */ permanent?: boolean;
      link?: string;
      /** The machine that opened or clicked, if the vendor says that it was one. */ machine?:
        | 'apple'
        | 'gmail'
        | 'robot';
      /**
       * Our message's id, if the vendor returns the id that we sent; it finds a message whose hand-over had an unknown
       * outcome.
       */ messageId?: string;
    }
  /** The recipient complained or unsubscribed with the vendor: holds for the address. */
  | {
      kind: 'complaint' | 'unsubscribe';
      recipient: string;
      userId?: string;
      providerMessageId: string | null;
      at: Date;
    }
  /** The recipient withdrew their opt-out at the vendor. */
  | { kind: 'resubscribe'; recipient: string; userId?: string; at: Date }
  /** WhatsApp named a person by number and by user id together; from now on either finds both. */
  | { kind: 'known'; recipient: string; userId: string; at: Date }
  /**
   * The recipient wrote, which opens the vendor's 24-hour window. `message` is missing when there is nothing to read,
   * e.g. for a like.
   */
  | { kind: 'inbound'; recipient: string; at: Date; message?: ChannelMessage }
  /** The merchant wrote to the person in another app of the vendor's. */
  | { kind: 'echo'; recipient: string; at: Date; message: ChannelMessage }
  /**
   * The whole edited message; `at` is the time of the first version, or of the edit if the vendor sends only that.
   * `isOurs`: the merchant wrote it, in another app.
   */
  | { kind: 'edited'; recipient: string; at: Date; editedAt: Date; message: ChannelMessage; isOurs?: true }
  | { kind: 'deleted'; recipient: string; at: Date; providerMessageId: string }
  /** The worker must GET this address to confirm a subscription (SNS); it was checked to be the vendor's. */
  | { kind: 'confirm'; url: string };

export interface CallbackContext {
  connection: Connection;
  transport: Transport;
}

/** Reads a vendor's callbacks. */
export interface Callbacks {
  /**
   * Checks whether the vendor really sent the callback. Absent when the catalogue says `token`: the address's token is
   * then the proof. If a vendor signs but no secret is stored, nothing verifies.
   * @throws NotSentError, OutcomeUnknownError when something needed from the vendor, such as SNS's certificate, is not
   * available now
   */
  verify?(raw: RawCallback, context: CallbackContext): Promise<boolean> | boolean;
  /**
   * Returns the callback's events, in any order, without unknown kinds. Never throws for a verified body of another
   * shape: returns [].
   */
  events(raw: RawCallback): CallbackEvent[];
  /** Answers the vendor's challenge when the callback's address is registered (a GET); null refuses. */
  challenge?(query: URLSearchParams, connection: Connection): string | null;
}

/** A message that a person writes in the sandbox. */
export interface SandboxWords {
  /** The person's id or phone, as the vendor writes it. */
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
   * Returns the vendor's documented answer to a request that is no message, e.g. for an access token; null for a
   * message.
   */
  aside?(request: VendorRequest): VendorAnswer | null;
  /**
   * Makes a callback as the vendor would send it, signed with the channel's secret; null when the vendor has no such
   * event. `url` is the channel's callback address.
   */
  callback?(
    event: { status: DeliveryStatus; providerMessageId: string; recipient: string; at: Date },
    connection: Connection,
    url: string,
  ): Omit<RawCallback, 'receivedAt'> | null;
  /** Makes the signed callback of a message that a person writes to the channel. */
  inbound?(
    words: SandboxWords,
    connection: Connection,
    url: string,
    token: string,
  ): Omit<RawCallback, 'receivedAt'> | null;
}

/** Sets the address that a vendor calls, for vendors with an API for it. */
export interface Hook {
  /** Returns the address that the vendor calls now; null: none. @throws Error in the vendor's words */
  read(connection: Connection, transport: Transport): Promise<string | null>;
  /** @throws Error in the vendor's words */
  set(connection: Connection, transport: Transport, address: string, token: string): Promise<void>;
  /** @throws Error in the vendor's words */
  clear(connection: Connection, transport: Transport): Promise<void>;
}

/** A page or account that a person may choose after connecting. */
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
   * Hands one message over to the vendor.
   * @throws NotSentError, OutcomeUnknownError from the transport; the worker treats them as retry and unknown
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
  /**
   * Checks the credentials with the vendor, once, when a channel is connected. Returns what is wrong, as `check` does.
   */
  tryOut?(
    connection: Pick<Connection, 'credentials' | 'config'>,
    transport: Transport,
  ): Promise<readonly [path: string, message: string][]>;
  hook?: Hook;
  /**
   * Returns the request for an attachment's bytes. @param ref as in `ChannelAttachment`
   * @throws AttachmentGone; NotSentError, OutcomeUnknownError
   */
  attachment?(ref: string, connection: Connection, transport: Transport): Promise<VendorRequest> | VendorRequest;
  /** Returns a person's name, for vendors that do not send it with a message; null when the vendor does not tell. */
  senderOf?(recipient: string, connection: Connection, transport: Transport): Promise<Sender | null>;
  /** OAuth: the pages, accounts … that the person may choose from after connecting (config.assetId). */
  assets?(connection: Connection, transport: Transport): Promise<Asset[]>;
}
