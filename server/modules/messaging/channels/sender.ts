/** The sender of an e-mail channel, for showing and checking the DNS records of its domain. */
import { domainToASCII } from 'node:url';
import * as z from 'zod';
import { objectIn, castStored } from '@/server/platform/db/stored';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';

const address = z.email();

/** Returns the provider that a channel is connected to, and its config. @throws AppError NOT_FOUND */
export async function channelConfig(
  db: Pick<WorkspaceDb, 'prisma'>,
  id: string,
): Promise<{ provider: ProviderId; config: Readonly<Record<string, unknown>> }> {
  const channel = await db.prisma.channelIntegration.findFirst({
    where: { id },
    select: { provider: true, config: true },
  });
  const { provider, config } = orNotFound(channel);
  return { provider: castStored<ProviderId>(provider), config: objectIn(config) };
}

/** The domain of an e-mail address in its DNS form, or undefined when the text is no address. */
export function domainOf(fromEmail: unknown): string | undefined {
  if (typeof fromEmail !== 'string') return undefined;
  const at = fromEmail.lastIndexOf('@');
  const domain = domainToASCII(fromEmail.slice(at + 1).trim()).toLowerCase();
  return address.safeParse(`${fromEmail.slice(0, at).trim()}@${domain}`).success ? domain : undefined;
}

/** The input of a domain's checks. Equal senders get equal answers. */
export interface Sender {
  provider: ProviderId;
  domain: string;
  /** Selectors that the merchant named, alone or as the key's whole name. */
  selectors: readonly string[];
}

const MOST_SELECTORS = 5;

/** @returns undefined when the config has no address to send from */
export function senderOf(provider: ProviderId, config: Readonly<Record<string, unknown>>): Sender | undefined {
  const domain = domainOf(config.fromEmail);
  if (domain === undefined) return undefined;
  const { dkimSelector } = config;
  const selectors =
    typeof dkimSelector === 'string'
      ? dkimSelector
          .toLowerCase()
          .split(/[\s,;]+/)
          .filter((selector) => selector !== '')
          .slice(0, MOST_SELECTORS)
      : [];
  return { provider, domain, selectors };
}

/** A name below a domain; the domain itself for ''. */
export const below = (label: string, domain: string): string => (label === '' ? domain : `${label}.${domain}`);

const isWithin = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

/**
 * True when a proof for one name counts for mail from another (RFC 9989 §4.4): the same name or, if the policy is not
 * strict, a name of the same organization.
 */
export const isAligned = (name: string, domain: string, organization: string, strict: boolean): boolean =>
  strict ? name === domain : isWithin(name, organization) && isWithin(domain, organization);
