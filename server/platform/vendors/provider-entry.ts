/** The shape of a provider in the catalogue, and of the fields that its connect form asks for. */
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';

/** One key of `credentials` (docs/contract/channels.md#fields), or one of `config`. */
export interface Field {
  key: string;
  /** The vendor's name for it. */
  label: string;
  required: boolean;
  /** Shown as dots, and never sent back. */
  secret?: true;
  /** More than one line, e.g. a service account's JSON. */
  long?: true;
  example?: string;
  /** The permitted values. */
  options?: readonly string[];
}

export interface OAuthEntry {
  /** The address where the person is sent, and the one where the code is exchanged; absolute. */
  authorizeUrl: string;
  tokenUrl: string;
  scopes: readonly string[];
  /** RFC 7636 is asked for by the vendor. */
  pkce?: true;
  /** The way in which the vendor's token endpoint wants the client's secret. */
  clientAuth: 'body' | 'basic';
  /** The vendor's name for client_id, where it has one of its own. */
  clientIdName?: string;
  /** The separator between two scopes; a space (RFC 6749 §3.3) where it is not said. */
  scopeSeparator?: ',';
  /** Parameters beyond the standard ones that the vendor asks for when the person is sent there. */
  authorizeParams?: Readonly<Record<string, string>>;
  /** Meta: the token that a code is exchanged for holds an hour or two; with it one is asked for that holds 60 days. */
  longLived?: { url: string; grantType: 'fb_exchange_token' | 'th_exchange_token' };
}

/** `vendor`: the vendor signs its callbacks; `token`: the token in the callback's address; `none`: it sends none. */
export type CallbackProof = 'vendor' | 'token' | 'none';

export interface ProviderEntry {
  id: ProviderId;
  /** The vendor, as people know it. */
  label: string;
  family: Family;
  /** `keys`: POST /channels; `oauth`: OAuth only (400 USE_OAUTH); `both`. */
  connect: 'keys' | 'oauth' | 'both';
  credentials: readonly Field[];
  config: readonly Field[];
  /** The vendor's documentation of what the adapter speaks. */
  docs: string;
  /** The API's address; null where the merchant's own address is called. PROVIDER_BASE_<ID> replaces it. */
  base: string | null;
  /** One message a broadcast, recipient `broadcast`. */
  perBroadcast?: true;
  /** The vendor has no API to message a person: messages fail, saying so. */
  unreachable?: true;
  /** The vendor drops a repeated request that carries the same idempotency key. */
  idempotent: boolean;
  callbacks: CallbackProof;
  /**
   * The token of the address is asked for beside the vendor's signature, for that says nothing of whose account it is.
   */
  callbackToken?: true;
  /** The token comes in this header, and not in the address. */
  tokenHeader?: string;
  /** Messages a second that one account may send, and where the vendor says so; none: no stated limit. */
  rate?: { perSecond: number; source: string };
  oauth?: OAuthEntry;
}

export const secret = (key: string, label: string, more: Partial<Field> = {}): Field => ({
  key,
  label,
  required: true,
  secret: true,
  ...more,
});
export const plain = (key: string, label: string, more: Partial<Field> = {}): Field => ({
  key,
  label,
  required: true,
  ...more,
});
/** For vendors whose listed keys do not hold what they sign callbacks with. */
export const callbackSecret = (label: string): Field => ({
  key: 'callbackSecret',
  label,
  required: false,
  secret: true,
});
