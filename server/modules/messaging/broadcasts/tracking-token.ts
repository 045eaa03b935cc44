/**
 * Tokens of tracked links, `/l/<token>`, and of the picture that reports opens, `/l/o/<token>`
 * (docs/contract/broadcasts.md#tracking): `<accountId>.<messageId>.<number>.<signature>`, without the number for the
 * picture. A token names a stored link and never contains an address. It never expires, because links in e-mails must
 * keep working.
 */
import type { Settings } from '@/server/platform/env';
import { deriveKey } from '@/server/platform/lib/crypto';
import { sameText, signToken } from '@/server/platform/lib/signed-token';
import { escapeHtml } from '@/server/platform/email/escape';
import type { TrackedAddresses } from '@/server/modules/messaging/broadcasts/render-content';

export interface TrackedMessage {
  accountId: string;
  messageId: string;
}

export interface TrackedLink extends TrackedMessage {
  /** The link's number in its content; null: the picture. */
  index: number | null;
}

/** Base64url characters of the signature that a token has: 132 bits, for an address should be short. */
const SIGNED = 22;
/** Under the secret of unsubscribe links, which is never changed, for links in e-mails live as long. */
const keyOf = (secret: string): Buffer => deriveKey(secret, 'tracked links of broadcasts');

function signatureOf(key: Buffer, { accountId, messageId, index }: TrackedLink): string {
  const text = `${accountId}\n${messageId}\n${index ?? 'picture'}`;
  return signToken({ key, text, encoding: 'base64url' }).slice(0, SIGNED);
}

const tokenOf = (key: Buffer, link: TrackedLink): string =>
  [
    link.accountId,
    link.messageId,
    ...(link.index === null ? [] : [link.index.toString(36)]),
    signatureOf(key, link),
  ].join('.');

type Own = Pick<Settings, 'baseUrl' | 'unsubscribeSecret'>;

/** @returns a function that makes the tracked addresses of one message */
export function addressesOf({ baseUrl, unsubscribeSecret }: Own): (message: TrackedMessage) => TrackedAddresses {
  const key = keyOf(unsubscribeSecret);
  return (message) => {
    const made = new Map<number, string>();
    return {
      linkOf(index) {
        const known = made.get(index);
        if (known !== undefined) return known;
        const address = `${baseUrl}/l/${tokenOf(key, { ...message, index })}`;
        made.set(index, address);
        return address;
      },
      picture: `${baseUrl}/l/o/${tokenOf(key, { ...message, index: null })}`,
    };
  };
}

const LINK = /^([a-z0-9]{1,40})\.([a-z0-9]{1,40})\.(0|[1-9a-z][0-9a-z]{0,3})\.([\w-]{22})$/;
const PICTURE = /^([a-z0-9]{1,40})\.([a-z0-9]{1,40})\.([\w-]{22})$/;

function proven(secret: string, link: TrackedLink, signature: string | undefined): TrackedLink | null {
  return signature !== undefined && sameText(signature, signatureOf(keyOf(secret), link)) ? link : null;
}

/** Reads the token of a link; null when the token is not ours. */
export function readLinkToken(secret: string, token: string): TrackedLink | null {
  const [, accountId = '', messageId = '', index = '', signature] = LINK.exec(token) ?? [];
  return proven(secret, { accountId, messageId, index: Number.parseInt(index, 36) }, signature);
}

/** Reads the token of a picture; null when the token is not ours. */
export function readPictureToken(secret: string, token: string): TrackedLink | null {
  const [, accountId = '', messageId = '', signature] = PICTURE.exec(token) ?? [];
  return proven(secret, { accountId, messageId, index: null }, signature);
}

/** The invisible tracking picture. Screen readers skip it, and it takes no space. */
export const pictureHtml = (address: string): string =>
  `<img src="${escapeHtml(address)}" alt="" width="1" height="1" border="0" style="display:block;width:1px;height:1px;border:0">`;
