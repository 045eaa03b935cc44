/** A person's passkeys. Browsers' own JSON travels as a text inside our JSON. */
import * as z from 'zod';
import { list, ofLength } from '@/server/platform/lib/bounded';
import { instantOut, text } from '@/server/platform/lib/fields';
import { factorsInput } from '@/server/modules/account/accounts/factors-schema';
import { language } from '@/server/modules/account/accounts/mail-language';

/** The largest number of passkeys of one person. */
export const MOST_PASSKEYS = 20;

/** The id of a passkey, in base64url; longer ids match no passkey. */
export const credentialId = ofLength(z.string().min(1), 1_400);
const passkeyName = text(1, 60)
  .transform((name) => name.trim())
  .refine((name) => name !== '', { error: 'must not be blank' });

/** A browser's answer: a few hundred bytes, or some thousand for a post-quantum key. */
export const answerText = ofLength(z.string().min(1), 32_768);

const base64url = z.string().max(24_000);
const extensions = z.record(z.string(), z.unknown()).default({});
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: extensions,
};

/** A new passkey, in the format of PublicKeyCredential.toJSON(); fields that we do not read are dropped. */
export const registrationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: list(z.string().max(32), 10).default([]),
  }),
});
/** A sign-in, in the same format. */
export const signInAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().max(200).optional(),
  }),
});

/** A passkey replaces both factors, so adding one requires both. */
export const beginPasskeyInput = factorsInput;
export type BeginPasskeyInput = z.output<typeof beginPasskeyInput>;
/** For the browser's own function, as JSON. */
export const askOutput = z.object({ options: z.string() });

export const addPasskeyInput = z.object({ answer: answerText, name: passkeyName, language });
export type AddPasskeyInput = z.output<typeof addPasskeyInput>;

export const passkey = z.object({
  key: z.string(),
  name: z.string(),
  createdAt: instantOut,
  lastUsedAt: instantOut.nullable(),
});
export type Passkey = z.output<typeof passkey>;
export const passkeysOutput = z.object({ passkeys: z.array(passkey) });

export const renamePasskeyInput = z.object({ key: credentialId, name: passkeyName });
export const removePasskeyInput = z.object({ key: credentialId, ...factorsInput.shape });
export type RemovePasskeyInput = z.output<typeof removePasskeyInput>;
