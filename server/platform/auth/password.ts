/** Passwords: argon2id with the parameters that OWASP's Password Storage Cheat Sheet recommends (19 MiB, 2 passes). */
import { hash, verify } from '@node-rs/argon2';

/** 2 is argon2id; the library's enum is ambient and cannot be imported under isolatedModules. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

let decoy: Promise<string> | undefined;

/**
 * Verifies a password. Without a hash it takes as long and returns false, so that nobody can find out which e-mails
 * exist.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await (decoy ??= hashPassword('nobody has this password'))), password);
  return matches && passwordHash !== null;
}
