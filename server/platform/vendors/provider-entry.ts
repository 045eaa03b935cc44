/** The form of a provider in the catalogue, and of the fields of its connect form. */
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';

/** One key of `credentials` (docs/contract/channels.md#fields), or one of `config`. */
export interface Field {
  key: string;
  /** The vendor's name for the field. */
  label: string;
  required: boolean;
  /** Shown as dots, and never sent back. */
  secret?: true;
  /** True for a text of several lines, e.g. a service account's JSON. */
  long?: true;
  example?: string;
  /** The permitted values. */
  options?: readonly string[];
}

export interface OAuthEntry {
  /** The address of the consent page, and the one where the code is exchanged; absolute. */
  authorizeUrl: string;
  tokenUrl: string;
  scopes: readonly string[];
  /** True when the vendor requires PKCE (RFC 7636). */
  pkce?: true;
  /** The way in which the vendor's token endpoint wants the client's secret. */
  clientAuth: 'body' | 'basic';
  /** The vendor's own name for client_id, if it has one. */
  clientIdName?: string;
  /** The separator between two scopes; a space (RFC 6749 §3.3) when absent. */
  scopeSeparator?: ',';
  /** The vendor's extra parameters for the consent page. */
  authorizeParams?: Readonly<Record<string, string>>;
  /** Meta: the first token is valid for an hour or two; it is exchanged at this address for one of 60 days. */
  longLived?: { url: string; grantType: 'fb_exchange_token' | 'th_exchange_token' };
}

/**
 * `vendor`: the vendor signs its callbacks; `token`: the token in the callback's address proves them; `none`: the
 * vendor sends none.
 */
export type CallbackProof = 'vendor' | 'token' | 'none';

export interface ProviderEntry {
  id: ProviderId;
  /** The vendor's name, as people know it. */
  label: string;
  family: Family;
  /** `keys`: POST /channels; `oauth`: OAuth only (400 USE_OAUTH); `both`. */
  connect: 'keys' | 'oauth' | 'both';
  credentials: readonly Field[];
  config: readonly Field[];
  /** The vendor's documentation of the API that the adapter uses. */
  docs: string;
  /** The API's address; null when the merchant's own address is called. PROVIDER_BASE_<ID> replaces it. */
  base: string | null;
  /** True when a broadcast is one message, with the recipient `broadcast`. */
  perBroadcast?: true;
  /** The vendor has no API to message a person: messages fail, saying so. */
  unreachable?: true;
  /** The vendor drops a repeated request that carries the same idempotency key. */
  idempotent: boolean;
  callbacks: CallbackProof;
  /**
   * True when the address's token is required beside the vendor's signature, because the signature does not tell whose
   * account it is.
   */
  callbackToken?: true;
  /** The token comes in this header, and not in the address. */
  tokenHeader?: string;
  /**
   * Messages a second that one account may send, with the vendor's page as source; absent: the vendor states no limit.
   */
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
/** The field for the secret of callbacks, for vendors whose other keys do not include it. */
export const callbackSecret = (label: string): Field => ({
  key: 'callbackSecret',
  label,
  required: false,
  secret: true,
});
