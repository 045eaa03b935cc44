/**
 * Messages of Amazon SNS, by which SES calls back, and their signature:
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
import { verify as verifySignature, X509Certificate, type KeyObject } from 'node:crypto';
import { AWS_REGION, awsDomain } from '@/server/platform/vendors/aws-domain';
import { at, textAt } from '@/server/platform/vendors/json';
import { askVendor } from '@/server/platform/vendors/answers';
import type { Transport } from '@/server/platform/vendors/provider';

/** AWS's own hosts and nothing that merely looks like one; no port, no user. */
function isSnsAddress(text: string): boolean {
  const [, region = '', domain] =
    /^https:\/\/sns\.([a-z0-9-]{1,40})\.(amazonaws\.[a-z.]{2,6})\/[^\s\\]*$/.exec(text) ?? [];
  return AWS_REGION.test(region) && domain === awsDomain(region);
}

const isCertificateAddress = (text: string): boolean =>
  isSnsAddress(text) &&
  /^\/SimpleNotificationService-[A-Za-z0-9]{1,100}\.pem$/.test(text.replace(/^https:\/\/[^/]*/, ''));

/**
 * The address that confirms a subscription, when the message asks for a confirmation and the address is AWS's; else
 * undefined.
 */
export function subscribeAddress(message: unknown): string | undefined {
  const address = textAt(message, 'SubscribeURL');
  return textAt(message, 'Type') === 'SubscriptionConfirmation' && address !== undefined && isSnsAddress(address)
    ? address
    : undefined;
}

/** The signed fields, in this order, as far as they are present. */
const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const;

/** The text that SNS signs; undefined when the message is not from SNS. */
export function snsSignedText(message: unknown): string | undefined {
  const type = textAt(message, 'Type');
  const keys =
    type === 'Notification'
      ? NOTIFICATION
      : type === 'SubscriptionConfirmation' || type === 'UnsubscribeConfirmation'
        ? CONFIRMATION
        : [];
  // An empty subject is signed as one that is there.
  const lines = keys.flatMap((key) => {
    const value = at(message, key);
    return typeof value === 'string' ? [`${key}\n${value}\n`] : [];
  });
  return lines.length === 0 ? undefined : lines.join('');
}

/**
 * SNS repeats a message for an hour at most (…/sns-message-delivery-retries.html#delivery-policy-maximum-receive-rate);
 * twice that leaves room for clocks.
 */
const LONGEST_WAY_MS = 2 * 60 * 60 * 1000;

/**
 * Checks whether SNS signed the message. SNS signs for all AWS customers, so this does not prove whose topic the
 * message is from.
 * @param extraKey a key that is accepted beside AWS's own: the sandbox's
 * @throws NotSentError, OutcomeUnknownError when AWS's certificate cannot be read now
 */
export async function verifySns(
  message: unknown,
  receivedAt: Date,
  transport: Transport,
  extraKey: KeyObject | null,
): Promise<boolean> {
  const text = snsSignedText(message);
  const version = textAt(message, 'SignatureVersion');
  const signature = Buffer.from(textAt(message, 'Signature') ?? '', 'base64');
  const sentAt = Date.parse(textAt(message, 'Timestamp') ?? '');
  if (
    text === undefined ||
    signature.length === 0 ||
    (version !== '1' && version !== '2') ||
    !(Math.abs(receivedAt.getTime() - sentAt) <= LONGEST_WAY_MS)
  )
    return false;
  const holds = (key: KeyObject): boolean =>
    verifySignature(version === '1' ? 'sha1' : 'sha256', Buffer.from(text), key, signature);
  if (extraKey !== null && holds(extraKey)) return true;
  const address = textAt(message, 'SigningCertURL');
  if (address === undefined || !isCertificateAddress(address)) return false;
  const key = await certificateKey(address, transport);
  return key !== null && key.asymmetricKeyType === 'rsa' && holds(key);
}

/** The certificate at such an address never changes (its name is a hash), so we fetch it only once in a while. */
const KEPT_MS = 10 * 60 * 1000;
const MOST_KEPT = 50;
const kept = new WeakMap<Transport, Map<string, { key: KeyObject; at: number }>>();

async function certificateKey(address: string, transport: Transport): Promise<KeyObject | null> {
  const known = kept.get(transport) ?? new Map<string, { key: KeyObject; at: number }>();
  kept.set(transport, known);
  const before = known.get(address);
  if (before !== undefined && performance.now() - before.at < KEPT_MS) return before.key;
  const answer = await askVendor(transport, {
    method: 'GET',
    url: address,
    headers: { accept: 'application/x-pem-file' },
  });
  const key = answer.status === 200 ? publicKeyOf(answer.body) : null;
  if (known.size >= MOST_KEPT) known.clear();
  if (key !== null) known.set(address, { key, at: performance.now() });
  return key;
}

function publicKeyOf(pem: string): KeyObject | null {
  try {
    return new X509Certificate(pem).publicKey;
  } catch {
    return null;
  }
}
