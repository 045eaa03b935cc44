'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import type { RowKind } from '@/components/csv-file/import/kind';
import { RowImport } from '@/components/csv-file/import/row-import';
import { guessProducts, PRODUCT_FIELDS, type ProductField } from '@/components/csv/product-columns';
import { isUsable, productOf, type FiledProduct, type ProductProblem } from '@/components/csv/product-rows';
import { useAccount } from '@/components/shell/use-account';
import { Money } from '@/components/ui/money';
import { languageIn } from '@/server/platform/lib/language';

/** Products from a file. Those that are here are replaced, as by PUT /feeds/products. */
export function ProductImport() {
  const t = useTranslations('feeds.import');
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const workspace = useAccount()?.workspace;
  const language = workspace ? languageIn(workspace.country) : null;
  const prices = { language: language ?? 'en', currency: workspace?.currency ?? 'IDR' };
  const kind: RowKind<FiledProduct, ProductField, ProductProblem> = {
    fields: PRODUCT_FIELDS,
    guess: guessProducts,
    isUsable,
    read: (cells, mapping) => productOf(cells, mapping, prices),
    keyOf: ({ externalRef }) => externalRef,
    countKnown: async (externalRefs, signal) =>
      (await client.feeds.knownProducts.mutate({ externalRefs }, { signal })).known,
    write: async (products, signal) => {
      const { created, updated } = await client.feeds.importProducts.mutate({ products }, { signal });
      return { created, known: updated };
    },
    writes: ({ created, known }) => created + known,
    onWritten: () => void queryClient.invalidateQueries(trpc.feeds.pathFilter()),
    show: ({ name, externalRef, priceCents, currency, available }) => (
      <>
        <strong>{name || externalRef}</strong>
        <span>
          <Money amount={priceCents} currency={currency} /> · {t(available ? 'available' : 'unavailable')}
        </span>
        <code>{externalRef}</code>
      </>
    ),
    words: {
      title: t('title'),
      lead: t('lead'),
      dropHelp: t('dropHelp'),
      back: { href: '/feeds', label: t('back') },
      first: t('first'),
      field: (field) => t(`fields.${field}`),
      unusable: t('unusable'),
      problem: (problem, field) =>
        problem === 'VALUE'
          ? t('problems.VALUE', { field: field === null ? '–' : t(`fields.${field}`) })
          : t(`problems.${problem}`),
      wouldBeKnown: t('would.updated'),
      wasKnown: t('did.updated'),
      known: t('replaces'),
      write: (count) => t('write', { count }),
      see: t('see'),
    },
  };
  return <RowImport kind={kind} language={language} />;
}
