/**
 * Checks a channel's credentials and config before they are stored (docs/contract/channels.md#connecting-and-changing).
 */
import { AppError } from '@/server/platform/errors';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Connection, Transport } from '@/server/platform/vendors/provider';

type Issue = [path: string, message: string];

/** Providers that need only one of several keys. */
const ONE_OF: Partial<Record<ProviderId, readonly string[]>> = { push_p2: ['serviceAccountJson', 'serverKey'] };

const isGiven = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

function missingKeys(
  provider: ProviderId,
  credentials: Readonly<Record<string, string>>,
  config: Readonly<Record<string, unknown>>,
): Issue[] {
  const issues: Issue[] = providerEntry(provider)
    .credentials.filter(({ key, required }) => required && !isGiven(credentials[key]))
    .map(({ key }) => [`credentials.${key}`, 'is required']);
  const choices = ONE_OF[provider];
  if (choices !== undefined && !choices.some((key) => isGiven(credentials[key])))
    issues.push(...choices.map((key): Issue => [`credentials.${key}`, `${choices.join(' or ')} is required`]));
  if (provider === 'msg_p2' && !isGiven(credentials.fromNumber) && !isGiven(config.fromNumber))
    issues.push(['credentials.fromNumber', 'is required, here or as config.fromNumber']);
  return issues;
}

/** Keys of the config that end up in a header or an envelope. */
const ONE_LINE = ['fromEmail', 'fromName', 'replyTo', 'fromNumber'];
const CONTROL = /[\u0000-\u001f\u007f]/;

const brokenLines = (config: Readonly<Record<string, unknown>>): Issue[] =>
  ONE_LINE.filter((key) => typeof config[key] === 'string' && CONTROL.test(config[key])).map((key) => [
    `config.${key}`,
    'must be one line without control characters',
  ]);

function refuse(issues: readonly (readonly [path: string, message: string])[]): void {
  const unique = [...new Map(issues.map((issue) => [issue[0], issue])).values()];
  if (unique.length === 0) return;
  throw new AppError('VALIDATION', {
    message: unique.map(([path, message]) => `${path}: ${message}`).join('; '),
    details: { issues: unique.map(([path, message]) => ({ path, message })) },
  });
}

/** @throws AppError VALIDATION naming every key that is missing or invalid for the provider */
export function checkConnect({
  provider,
  credentials,
  config,
}: {
  provider: ProviderId;
  credentials: Readonly<Record<string, string>>;
  config: Readonly<Record<string, unknown>>;
}): void {
  refuse([...missingKeys(provider, credentials, config), ...brokenLines(config)]);
  refuse(ADAPTERS[provider].check?.({ credentials, config }) ?? []);
}

/**
 * Tries the credentials at the vendor, if the vendor can check them before anything is sent. @throws AppError
 * VALIDATION
 */
export async function tryOut(
  provider: ProviderId,
  given: Pick<Connection, 'credentials' | 'config'>,
  transport: Transport,
): Promise<void> {
  refuse((await ADAPTERS[provider].tryOut?.(given, transport)) ?? []);
}

/** @throws AppError VALIDATION */
export const checkConfig = (config: Readonly<Record<string, unknown>>): void => refuse(brokenLines(config));
