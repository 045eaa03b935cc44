'use client';
import { useTranslations } from 'next-intl';
import { CurlButton } from '@/components/curl-button';

interface Props {
  filter: { sort: string; q?: string; active?: boolean; origin?: string };
}

/** The request behind the list as it is shown, to paste into a shell. */
export function ListCurl({ filter }: Props) {
  const t = useTranslations('discountCodes.api');
  const query = new URLSearchParams({
    limit: '50',
    sort: filter.sort,
    ...(filter.q !== undefined && { q: filter.q }),
    ...(filter.origin !== undefined && { origin: filter.origin }),
    ...(filter.active !== undefined && { active: String(filter.active) }),
  });
  return (
    <CurlButton
      title={t('listTitle')}
      requests={[
        {
          title: t('listTitle'),
          help: t('listHelp'),
          method: 'GET',
          path: '/api/v1/discount-codes',
          query: query.toString(),
        },
      ]}
    />
  );
}
