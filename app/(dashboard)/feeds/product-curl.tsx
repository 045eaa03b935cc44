'use client';
import { useTranslations } from 'next-intl';
import { CurlButton } from '@/components/curl-button';

const SAMPLE = {
  externalRef: 'SKU-1',
  slug: 'kopi-gayo-200-g',
  name: 'Kopi Gayo 200 g',
  description: 'Biji kopi arabika dari Aceh Tengah.',
  priceCents: 98_000,
  currency: 'IDR',
  available: true,
  imageUrl: 'https://toko.example/gayo.jpg',
  brand: 'Kopi Nusantara',
};

/** How a shop's platform sends its products, and reads what became of them. */
export function ProductCurl() {
  const t = useTranslations('feeds.api');
  return (
    <CurlButton
      title={t('title')}
      requests={[
        {
          title: t('put'),
          help: t('putHelp'),
          method: 'PUT',
          path: '/api/v1/feeds/products',
          body: { products: [SAMPLE] },
        },
        { title: t('list'), method: 'GET', path: '/api/v1/feeds/products' },
        { title: t('issues'), method: 'GET', path: '/api/v1/feeds/issues' },
      ]}
    />
  );
}
