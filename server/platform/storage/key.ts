/** Names of uploaded files: the workspace, 160 random bits, the extension. Whoever knows a name can read the file. */
import { randomBytes } from 'node:crypto';
import { IMAGE_TYPES, type ImageType } from '@/server/platform/storage/images';

const KEY = /^[a-z0-9]{1,40}\/[0-9a-f]{40}\.(?:png|jpg|webp|gif|avif)$/;

export const newKey = (accountId: string, contentType: ImageType): string =>
  `${accountId}/${randomBytes(20).toString('hex')}.${IMAGE_TYPES[contentType]}`;

/** Checks whether a text can be a key: no dots, slashes or anything else that could lead out of the store's folder. */
export const isKey = (text: string): boolean => KEY.test(text);

/** The workspace that a key belongs to. */
export const accountOfKey = (key: string): string => key.slice(0, key.indexOf('/'));
