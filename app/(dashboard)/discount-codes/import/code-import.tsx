'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import type { RowKind } from '@/components/csv-file/import/kind';
import { RowImport } from '@/components/csv-file/import/row-import';
import { CODE_FIELDS, guessCodes, type CodeField } from '@/components/csv/code-columns';
import { codeOf, isUsableForCodes, type CodeProblem } from '@/components/csv/code-rows';
import { useAccount } from '@/components/shell/use-account';
import { languageIn } from '@/server/platform/lib/language';
import type { ImportedCode } from '@/server/modules/offers/discount-codes/schema';
import { useCodeWords } from '../use-code-words';

/** Codes from a file. Those that are here stay as they are: they may have been used. */
export function CodeImport() {
  const t = useTranslations('codeImport');
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useCodeWords();
  const workspace = useAccount()?.workspace;
  const language = workspace ? languageIn(workspace.country) : null;
  const format = {
    language: language ?? 'en',
    currency: workspace?.currency ?? 'IDR',
    timeZone: workspace?.timeZone ?? 'UTC',
  };
  const kind: RowKind<ImportedCode, CodeField, CodeProblem> = {
    fields: CODE_FIELDS,
    guess: guessCodes,
    isUsable: isUsableForCodes,
    read: (cells, mapping) => codeOf(cells, mapping, format),
    // As the server tells codes apart.
    keyOf: ({ code }) => code.toLowerCase(),
    countKnown: async (codes, signal) => (await client.discountCodes.knownCodes.mutate({ codes }, { signal })).known,
    write: (codes, signal) => client.discountCodes.importCodes.mutate({ codes }, { signal }),
    writes: ({ created }) => created,
    onWritten: () => void queryClient.invalidateQueries(trpc.discountCodes.pathFilter()),
    show: (code) => {
      const { minPurchaseAmount = null, startsAt = null, expiresAt = null, maxUsesTotal = null } = code;
      const facts = [
        say.gives(code),
        say.terms({ ...code, minPurchaseAmount, scope: 'cart', productIds: [], tagFilter: [] }),
        maxUsesTotal === null ? '' : t('uses', { count: maxUsesTotal }),
        code.active === false ? t('inactive') : '',
      ];
      return (
        <>
          <strong>{code.code}</strong>
          <span>{facts.filter(Boolean).join(' · ')}</span>
          <span>{say.window({ startsAt, expiresAt })}</span>
        </>
      );
    },
    words: {
      title: t('title'),
      lead: t('lead'),
      dropHelp: t('dropHelp'),
      back: { href: '/discount-codes', label: t('back') },
      first: t('first'),
      field: (field) => t(`fields.${field}`),
      unusable: t('unusable'),
      problem: (problem, field) =>
        problem === 'VALUE'
          ? t('problems.VALUE', { field: field === null ? '–' : t(`fields.${field}`) })
          : t(`problems.${problem}`),
      wouldBeKnown: t('would.known'),
      wasKnown: t('did.known'),
      known: t('stay'),
      write: (count) => t('write', { count }),
      see: t('see'),
    },
  };
  return <RowImport kind={kind} language={language} />;
}
