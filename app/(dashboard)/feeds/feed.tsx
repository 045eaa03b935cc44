'use client';
import { IconCategory, IconFileImport, IconRss, IconSettings, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { PageActions } from '@/components/ui/page-actions';
import { PageHead } from '@/components/ui/page-head';
import { Status } from '@/components/ui/status';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { ProductDrawer } from './product-drawer';
import { ProductList } from './product-list';
import { ADDRESS, type Issues } from './product';
import classes from './feed.module.css';
import { Skeleton } from '@mantine/core';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { CurlButton } from '@/components/curl-button';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact, Facts } from '@/components/ui/facts';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import Link from 'next/link';
import { SeverityMark } from './severity-mark';

interface Props {
  issues: Issues;
  /** The rule by which the products below are filtered. */
  chosen: string;
  onChoose: (rule: string) => void;
}

/** The faults that Google would refuse or warn about; a click shows the products. */
function Findings({ issues, chosen, onChoose }: Props) {
  const t = useTranslations('feeds');
  const format = useFormat();
  const broken = issues.rules.filter(({ products }) => products > 0);
  const { withErrors, withWarnings, clean } = issues.products;
  // Beside a fault of the whole feed no product is fine.
  const isBroken = issues.feed.some(({ severity }) => severity === 'error');
  return (
    <Panel title={t('findings.title')} flush>
      {issues.feed.map(({ issue, severity }) => (
        <p key={issue} className={classes.whole} role="status">
          <SeverityMark severity={severity} />
          <span>
            {t.rich(`whole.${issue}`, { settings: (chunks) => <Link href="/settings/workspace">{chunks}</Link> })}
          </span>
        </p>
      ))}
      {!isBroken && <p className={classes.verdict}>{t('findings.verdict', { withErrors, withWarnings, clean })}</p>}
      {broken.length === 0 && issues.feed.length === 0 && (
        <p className={classes.clean}>
          <IconCircleCheck {...ICON} />
          {t('findings.none')}
        </p>
      )}
      <ul className={classes.rules}>
        {broken.map(({ rule, severity, limit, products }) => (
          <li key={rule}>
            <button type="button" aria-pressed={chosen === rule} onClick={() => onChoose(chosen === rule ? '' : rule)}>
              <SeverityMark severity={severity} />
              <span>{t(`rules.${rule}.title`, { limit: limit ?? 0 })}</span>
              <span className={classes.products}>{format.number(products)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The addresses to give to the networks, and how many products stand behind them. */
function FeedAddress({ issues }: { issues: Issues }) {
  const t = useTranslations('feeds.address');
  const format = useFormat();
  const { counts, enabled, feedUrl, metaUrl, tiktokUrl } = issues;
  const addresses = [
    ['google', feedUrl],
    ['meta', metaUrl],
    ['tiktok', tiktokUrl],
  ] as const;
  return (
    <Panel title={t('title')} aside={enabled && <OutsideLink href={feedUrl}>{t('open')}</OutsideLink>}>
      {addresses.map(([network, url]) => (
        <div key={network} className={classes.network}>
          <span>{t(network)}</span>
          <div className={classes.address}>
            <code>{url}</code>
            <CopyButton value={url} what={t(network)} />
          </div>
        </div>
      ))}
      <p className={classes.help}>{t(enabled ? 'help' : 'off')}</p>
      {counts.overLimit > 0 && <p className={classes.help}>{t('pages')}</p>}
      <Facts labels="9.5rem">
        <Fact label={t('inFeed')}>{format.number(counts.inFeed)}</Fact>
        {counts.unavailable > 0 && <Fact label={t('unavailable')}>{format.number(counts.unavailable)}</Fact>}
        {counts.overLimit > 0 && <Fact label={t('overLimit')}>{format.number(counts.overLimit)}</Fact>}
        {counts.archived > 0 && <Fact label={t('archived')}>{format.number(counts.archived)}</Fact>}
      </Facts>
    </Panel>
  );
}

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

/** The commands with which a shop's platform sends its products, and reads what became of them. */
function ProductCurl() {
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

/** The feed before it is there. */
function FeedBodySkeleton() {
  return (
    <>
      <div className={classes.top}>
        <Skeleton height={196} />
        <Skeleton height={196} />
      </div>
      <TableSkeleton columns={5} rows={8} />
    </>
  );
}

const CategoryRules = whenOpened(async () => (await import('./category-rules')).CategoryRules);
const FeedSettings = whenOpened(async () => (await import('./feed-settings')).FeedSettings);

/** The product feed: where it is, what is wrong with it, and every product as the crawler sees it. */
export function Feed() {
  const t = useTranslations('feeds');
  const format = useFormat();
  const trpc = useTRPC();
  const [address, setAddress] = useAddress(ADDRESS);
  const query = useQuery(trpc.feeds.issues.queryOptions());
  const issues = query.data;
  const all =
    issues && issues.counts.inFeed + issues.counts.overLimit + issues.counts.unavailable + issues.counts.archived;
  const upload = (
    <LinkButton href="/feeds/import" leftSection={<IconFileImport {...ICON} />}>
      {t('import.action')}
    </LinkButton>
  );
  return (
    <>
      <PageHead
        title={t('title')}
        count={issues && all ? format.number(issues.counts.inFeed) : undefined}
        aside={
          issues && <Status kind={issues.enabled ? 'on' : 'off'}>{t(issues.enabled ? 'state.on' : 'state.off')}</Status>
        }
        lead={t('lead')}
        action={
          <PageActions
            others={[
              { label: t('categories.action'), icon: IconCategory, onClick: () => setAddress({ categories: '1' }) },
              { label: t('settings.open'), icon: IconSettings, onClick: () => setAddress({ settings: '1' }) },
            ]}
          >
            {all !== 0 && upload}
          </PageActions>
        }
      />
      {!issues && query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <FeedBodySkeleton />}
      {issues && all === 0 && (
        <EmptyState
          icon={<IconRss {...ICON} />}
          sentence={t('empty.sentence')}
          action={upload}
          link={{ href: '/docs', label: t('empty.link') }}
        />
      )}
      {issues && all !== 0 && (
        <>
          <div className={classes.top}>
            <FeedAddress issues={issues} />
            <Findings issues={issues} chosen={address.rule} onChoose={(rule) => setAddress({ rule, state: 'all' })} />
          </div>
          <ProductList address={address} setAddress={setAddress} rules={issues.rules} />
          <ProductCurl />
          <ProductDrawer externalRef={address.product} onClose={() => setAddress({ product: '' })} />
        </>
      )}
      <CategoryRules opened={address.categories === '1'} onClose={() => setAddress({ categories: '' })} />
      <FeedSettings opened={address.settings === '1'} onClose={() => setAddress({ settings: '' })} />
    </>
  );
}
