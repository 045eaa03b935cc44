'use client';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { OutcomeFigures } from '@/components/csv-file/outcome-figures';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { Panel } from '@/components/ui/panel';
import { WorkProgress } from '@/components/ui/work-progress';
import { withoutTrailing } from '@/server/platform/lib/text';
import classes from '@/components/csv-file/csv-file.module.css';
import { HIDDEN, isOpen, isWhole, postOf, type ReadPost } from './exported-post';
import { PostOutcome } from './post-outcome';
import { writePosts, type Written } from './write-posts';
import { NameCell } from '@/components/ui/name-cell';
import { DataTable, type Column } from '@/components/ui/data-table';
import { Status } from '@/components/ui/status';
import { PostStatus } from '../post-status';

interface FoundPostsProps {
  posts: readonly ReadPost[];
  known: ReadonlySet<string>;
  asDrafts: boolean;
}

/** The posts of a file as they would come in. */
function FoundPosts({ posts, known, asDrafts }: FoundPostsProps) {
  const t = useTranslations('postImport');
  const blog = useTranslations('blog');
  const columns: Column<ReadPost>[] = [
    {
      key: 'title',
      head: blog('columns.title'),
      card: 'title',
      width: 18,
      cell: ({ title, slug }) => <NameCell name={title} note={slug} />,
    },
    {
      key: 'status',
      head: t('comesIn'),
      card: 'state',
      width: 14,
      cell: (post) => {
        if (known.has(post.slug)) return <Status kind="off">{t('here')}</Status>;
        const goesOut = isOpen(post) && !asDrafts;
        const publishedAt = goesOut ? (post.publishedAt?.toISOString() ?? null) : null;
        return <PostStatus post={{ status: goesOut ? 'published' : 'draft', publishedAt }} />;
      },
    },
    { key: 'author', head: blog('columns.author'), width: 10, cell: ({ authorName }) => authorName },
  ];
  return <DataTable label={t('found')} columns={columns} rows={posts} rowKey={({ slug }) => slug} />;
}

interface Props {
  file: File;
  posts: readonly ReadPost[];
  needsAddress: boolean;
  known: ReadonlySet<string>;
  onOther: () => void;
}

const AS = ['asThere', 'drafts'] as const;

/** The contents of the file, the choice of how it is imported, and then the import itself. */
export function PostSetup({ file, posts, needsAddress, known, onOther }: Props) {
  const t = useTranslations('postImport');
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [as, setAs] = useState<(typeof AS)[number]>('asThere');
  const [site, setSite] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const [work, setWork] = useState<{ done: number; at: number } | null>(null);
  const [result, setResult] = useState<Written | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  useUnsavedChanges(result === null);

  const fresh = posts.filter(({ slug }) => !known.has(slug));
  const address = withoutTrailing(site.trim(), /\//);
  const isAddressed = !needsAddress || isWhole(address);
  const write = async () => {
    setHasTried(true);
    if (!isAddressed) return;
    const { signal } = (stop.current = new AbortController());
    const onProgress = (done: number) => setWork({ done, at: Date.now() });
    setFailure(null);
    onProgress(0);
    try {
      const inputs = fresh.map((post) => postOf(post, address, as === 'drafts'));
      setResult(await writePosts(inputs, (post) => client.blog.create.mutate(post, { signal }), onProgress, signal));
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    } finally {
      void queryClient.invalidateQueries(trpc.blog.pathFilter());
      if (!signal.aborted) setWork(null);
    }
  };

  if (work !== null)
    return (
      <Panel>
        <WorkProgress label={t('writing')} done={work.done} total={fresh.length} at={work.at} />
        <p className={classes.note}>{t('writingHelp')}</p>
      </Panel>
    );
  if (result !== null) return <PostOutcome result={result} known={posts.length - fresh.length} onOther={onOther} />;
  const open = fresh.filter(isOpen).length;
  const closed = HIDDEN.map((why) => [why, fresh.filter(({ hidden }) => hidden === why).length] as const).filter(
    ([, count]) => count > 0 && as !== 'drafts',
  );
  return (
    <div className={classes.setup}>
      <div className={classes.main}>
        <Panel
          title={file.name}
          aside={
            <Button size="xs" variant="default" onClick={onOther}>
              {t('other')}
            </Button>
          }
        >
          <OutcomeFigures
            figures={[
              [t('figures.open'), as === 'drafts' ? 0 : open],
              [t('figures.drafts'), as === 'drafts' ? fresh.length : fresh.length - open],
              [t('figures.known'), posts.length - fresh.length],
            ]}
          />
          {closed.map(([why, count]) => (
            <p key={why} className={classes.below}>
              {t(`becomeDrafts.${why}`, { count })}
            </p>
          ))}
          {fresh.length < posts.length && <p className={classes.below}>{t('stay')}</p>}
        </Panel>
        <FoundPosts posts={posts} known={known} asDrafts={as === 'drafts'} />
      </div>
      <div className={classes.side}>
        <Panel title={t('how')}>
          <FilterChips
            label={t('how')}
            options={AS.map((value) => ({ value, label: t(`as.${value}`) }))}
            value={as}
            onChange={setAs}
          />
          <p className={classes.below}>{t(`asHelp.${as}`)}</p>
          {needsAddress && (
            <TextInput
              mt="md"
              type="url"
              label={t('site')}
              description={t('siteHelp')}
              placeholder="https://blog.example.com"
              value={site}
              error={hasTried && !isAddressed ? t('siteWrong') : undefined}
              onChange={(event) => setSite(event.currentTarget.value)}
            />
          )}
        </Panel>
        <div className={classes.go}>
          {failure !== null && <ErrorNotice error={failure} act="write" />}
          <Button fullWidth disabled={fresh.length === 0} onClick={() => void write()}>
            {fresh.length === 0 ? t('nothing') : t('write', { count: fresh.length })}
          </Button>
          <p className={classes.note}>{t('pictures')}</p>
        </div>
      </div>
    </div>
  );
}
