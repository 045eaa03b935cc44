/** What every procedure is given. Kept small: tRPC copies it at each middleware. */
import type { Logger } from 'pino';
import type { KeyCalls } from '@/server/auth/key-calls';
import type { KeyStore } from '@/server/auth/keys';
import type { Principal } from '@/server/auth/principal';
import type { PartnerCallCounter } from '@/server/auth/partner-calls';
import type { PartnerLinks } from '@/server/auth/partner-links';
import type { SessionStore, SessionToken } from '@/server/auth/session';
import type { ConnectionsCheck } from '@/server/db/check-connections';
import type { Database } from '@/server/db/client';
import type { Settings } from '@/server/env';
import type { ShortCache } from '@/server/lib/short-cache';
import type { Mailer } from '@/server/mail/mailer';
import type { PaymentProviders } from '@/server/payments/providers';
import type { Transport } from '@/server/providers/provider';
import type { LinkChecks } from '@/server/resources/broadcasts/link-checks';
import type { SenderChecks } from '@/server/resources/channels/check-dns';
import type { UploadStore } from '@/server/uploads/store';

/** What lives as long as the process. */
export interface Services {
  settings: Settings;
  database: Database;
  /** Whether its addresses lead to what we need. */
  connections: ConnectionsCheck;
  keys: KeyStore;
  sessions: SessionStore;
  /** Whether a workspace exists, for X-Svc-On-Behalf-Of. */
  workspaces: ShortCache<boolean>;
  /** Whether a partner is linked with a workspace, for the same. */
  partnerLinks: PartnerLinks;
  /** What partners' keys have called. */
  partnerCalls: PartnerCallCounter;
  /** What workspaces' keys have called. */
  keyCalls: KeyCalls;
  /** Where uploaded files are kept. */
  uploads: UploadStore;
  /** The way out to vendors and to merchants' addresses. */
  transport: Transport;
  /** What the DNS says of the domains that channels send from. */
  senders: SenderChecks;
  /** Whether links of e-mails answer. */
  links: LinkChecks;
  /** Who takes payments. */
  payments: PaymentProviders;
  /** The service's own mail; null where none is set up. */
  mail: Mailer | null;
  log: Logger;
}

export interface Context {
  services: Services;
  principal: Principal;
  requestId: string;
  /** The client's address, by TRUST_PROXY. */
  clientAddress: string;
  /** The client's country, as the edge names it (server/http/edge-country.ts). */
  country: string | null;
  /** A HEAD request: answered like its GET, but nothing may be stored (docs/contract/shared.md#envelope). */
  head: boolean;
  /** The service's time at which the request came in (docs/contract/shared.md#instants). */
  now: Date;
  /** The workspace that the page in the browser shows; a call of another one than the session's is refused. */
  pageAccountId?: string;
  /** Puts another session in the place of the browser's. The dashboard's door only: no other one has calls that need it. */
  startSession?: (token: SessionToken) => Promise<void>;
  /** Makes the browser a known device of this person's (server/auth/known-devices.ts). The same door only. */
  rememberDevice?: (userId: string) => Promise<void>;
}
