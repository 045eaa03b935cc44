'use client';
/** The key that the commands on these pages are signed with: the newest live one that may do what they do. */
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';

export interface SigningKey {
  name: string;
  keyId: string;
  /** Stands in the secret's place, which nobody but its holder knows. */
  secret: string;
}

/** @returns undefined until it is known, null when there is none */
export function useSigningKey(scopes: readonly ('read' | 'write')[]): SigningKey | null | undefined {
  const t = useTranslations('discountCodes.api');
  const keys = useQuery(useTRPC().apiKeys.list.queryOptions()).data?.apiKeys;
  if (keys === undefined) return undefined;
  const key = keys.find((candidate) => candidate.revokedAt === null && scopes.every((scope) => candidate.scopes.includes(scope)));
  return key ? { name: key.name, keyId: key.keyId, secret: `<${t('secretOf', { name: key.name })}>` } : null;
}
