/** A person's passkeys. What browsers send of them travels as JSON in a text, as they make it. */
import * as z from 'zod';
import { list, ofLength } from '@/server/platform/lib/bounded';
import { instantOut, text } from '@/server/platform/lib/fields';
import { factorsInput } from '@/server/modules/account/accounts/factors-schema';
import { language } from '@/server/modules/account/accounts/mail-language';

/** The largest number of passkeys of one person. */
export const MOST_PASSKEYS = 20;

/** The id of a passkey, in base64url; longer ones are nobody's. */
export const credentialId = ofLength(z.string().min(1), 1_400);
const passkeyName = text(1, 60)
  .transform((name) => name.trim())
  .refine((name) => name !== '', { error: 'must not be blank' });

/** A browser's answer: a few hundred bytes, or some thousand where the key is one for the time of quantum computers. */
export const answerText = ofLength(z.string().min(1), 32_768);

const base64url = z.string().max(24_000);
const extensions = z.record(z.string(), z.unknown()).default({});
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: extensions,
};

/** A new passkey, as PublicKeyCredential.toJSON() has it; what we do not read is left out. */
export const registrationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: list(z.string().max(32), 10).default([]),
  }),
});
/** The same of a sign-in. */
export const signInAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().max(200).optional(),
  }),
});

/** A passkey counts as both factors, so it takes both to make one. */
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
