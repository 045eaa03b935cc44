/** Webhooks that Laris sends: whether one is Laris' own (docs/contract/webhooks.md#signature). */
import { WebhookSignatureError } from './errors.js';
import { isSignatureOf } from './signing.js';

/** The fields of every event; `data` holds the thing in the shape of its REST answer. */
export interface WebhookPayload {
  /** The same for each attempt, and for a replay. */
  id: string;
  /** Such as `svc.contact.created.v1`. */
  type: string;
  /** ISO 8601. */
  createdAt: string;
  accountId: string;
  data: Record<string, unknown>;
}

export interface WebhookRequest {
  /** The endpoint's secret, shown when it was made. */
  secret: string;
  /** The header `Svc-Signature`. */
  signature: string | null | undefined;
  /** The body as it came, before anything parses it. */
  body: string;
  /** Seconds that the time of the signature may be off; 300. */
  tolerance?: number;
  /** For tests: what is now, in seconds since 1970. */
  now?: number;
}

/**
 * Verifies a webhook and parses it.
 * @throws WebhookSignatureError for what Laris has not signed with this secret, or longer ago than the tolerance
 */
export async function verifyWebhook({
  secret,
  signature,
  body,
  tolerance = 300,
  now = Date.now() / 1000,
}: WebhookRequest): Promise<WebhookPayload> {
  const parts = (signature ?? '').split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) throw new WebhookSignatureError('The header Svc-Signature is missing or unreadable.');
  if (Math.abs(now - Number(time)) > tolerance)
    throw new WebhookSignatureError('The webhook was signed too long ago, or a clock is wrong.');
  // While a secret is changed there are two signatures; one of them is enough.
  const candidates = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '');
  const checked = await Promise.all(candidates.map((each) => isSignatureOf(secret, `${time}.${body}`, each)));
  if (!checked.includes(true)) throw new WebhookSignatureError('The signature is not of this secret.');
  return JSON.parse(body) as WebhookPayload;
}
