/** The context that every procedure receives. Kept small, because tRPC copies it at each middleware. */
import type { Logger } from 'pino';
import type { KeyCalls } from '@/server/platform/auth/key-calls';
import type { KeyStore } from '@/server/platform/auth/keys';
import type { Principal } from '@/server/platform/auth/principal';
import type { PartnerCallCounter } from '@/server/platform/auth/partner-calls';
import type { PartnerLinks } from '@/server/platform/auth/partner-links';
import type { SessionStore, SessionToken } from '@/server/platform/auth/session';
import type { ConnectionsCheck } from '@/server/platform/db/check-connections';
import type { Database } from '@/server/platform/db/client';
import type { Settings } from '@/server/platform/env';
import type { ShortCache } from '@/server/platform/lib/short-cache';
import type { Mailer } from '@/server/platform/mail/mailer';
import type { PaymentProviders } from '@/server/modules/account/billing/payments/providers';
import type { Transport } from '@/server/platform/vendors/provider';
import type { LinkChecks } from '@/server/modules/messaging/broadcasts/link-checks';
import type { SenderChecks } from '@/server/modules/messaging/channels/check-dns';
import type { UploadStore } from '@/server/platform/storage/store';

/** The services that live as long as the process. */
export interface Services {
  settings: Settings;
  database: Database;
  /** Checks whether the addresses of the database lead to what we need. */
  connections: ConnectionsCheck;
  keys: KeyStore;
  sessions: SessionStore;
  /** Tells whether a workspace exists, to check X-Svc-On-Behalf-Of. */
  workspaces: ShortCache<boolean>;
  /** Tells whether a partner is linked with a workspace, to check X-Svc-On-Behalf-Of. */
  partnerLinks: PartnerLinks;
  /** The calls of partners' keys. */
  partnerCalls: PartnerCallCounter;
  /** The calls of workspaces' keys. */
  keyCalls: KeyCalls;
  /** The store of uploaded files. */
  uploads: UploadStore;
  /** The way out to vendors and to merchants' addresses. */
  transport: Transport;
  /** The DNS's statements on the domains that channels send from. */
  senders: SenderChecks;
  /** Checks whether links of e-mails answer. */
  links: LinkChecks;
  /** The providers that take payments. */
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
  /** The client's country, as the CDN's header names it (server/doors/edge-country.ts). */
  country: string | null;
  /**
   * True for a HEAD request. It is answered like its GET, but nothing may be stored (docs/contract/shared.md#envelope).
   */
  head: boolean;
  /** The service's time at which the request came in (docs/contract/shared.md#instants). */
  now: Date;
  /** The workspace that the page in the browser shows; the call is refused if the session is in another one. */
  pageAccountId?: string;
  /** Replaces the browser's session. Set only for calls from the dashboard, because no other caller needs it. */
  startSession?: (token: SessionToken) => Promise<void>;
  /** Makes the browser a known device of this person's (server/platform/auth/known-devices.ts). The same door only. */
  rememberDevice?: (userId: string) => Promise<void>;
}
