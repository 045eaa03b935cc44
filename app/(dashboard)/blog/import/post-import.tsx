'use client';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useTRPCClient } from '@/app/trpc';
import { FileReading } from '@/components/csv-file/file-reading';
import { insist } from '@/components/insist';
import { DropZone } from '@/components/ui/drop-zone';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ICON } from '@/components/ui/icon';
import { PageHead } from '@/components/ui/page-head';
import { usePageDrop } from '@/components/ui/use-page-drop';
import classes from '@/components/csv-file/csv-file.module.css';
import { PostSetup } from './post-setup';
import { needsAddress, slugMaker, type ReadPost } from './exported-post';
import { ghostPosts } from './ghost';
import { markdownOf } from './markdown';
import { wordpressPosts } from './wordpress';

/** The posts of an export's file. It is read in this tab, and nothing of it is sent before somebody says so. */
const ACCEPT = '.json,.xml,application/json,text/xml';
/** The largest file that a tab can hold without strain. */
const MAX_BYTES = 100 * 1024 * 1024;

type ExportFault = 'tooLarge' | 'archive' | 'unknown' | 'noPosts';

class ExportProblem extends Error {
  constructor(readonly fault: ExportFault) {
    super(fault);
  }
}

interface ReadPosts {
  posts: ReadPost[];
  /** Pictures and links have no address before the old blog's is known. */
  needsAddress: boolean;
}

/** The time for which reading keeps the page from drawing, in milliseconds. */
const SPELL_MS = 25;
const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * @param onProgress the share that is read, 0 to 1
 * @throws ExportProblem
 */
async function readPosts(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<ReadPosts> {
  if (file.size > MAX_BYTES) throw new ExportProblem('tooLarge');
  const text = (await file.text()).replace(/^\uFEFF/, '').trimStart();
  if (text.startsWith('PK')) throw new ExportProblem('archive');
  const exported = text.startsWith('{') ? ghostPosts(text) : text.startsWith('<') ? wordpressPosts(text) : null;
  if (exported === null) throw new ExportProblem('unknown');
  if (exported.length === 0) throw new ExportProblem('noPosts');
  const slugOf = slugMaker();
  const posts: ReadPost[] = [];
  let began = performance.now();
  for (const each of exported) {
    const body = markdownOf(each.html).replaceAll('\0', '').toWellFormed();
    posts.push({ ...each, body, slug: slugOf(each.slug, each.title) });
    if (performance.now() - began < SPELL_MS) continue;
    onProgress(posts.length / exported.length);
    await drawn();
    signal.throwIfAborted();
    began = performance.now();
  }
  return { posts, needsAddress: posts.some(needsAddress) };
}

/** Addresses a call: the most that the server takes. */
const PIECE = 1000;

interface Looked extends ReadPosts {
  file: File;
  /** Addresses that a post of the workspace has. */
  known: ReadonlySet<string>;
}

/** Posts of another blog, from the file that Ghost or WordPress gives: looked at first, then they are made. */
export function PostImport() {
  const t = useTranslations('postImport');
  const client = useTRPCClient();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const [looked, setLooked] = useState<Looked | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const look = async (next: File) => {
    stop.current?.abort();
    const { signal } = (stop.current = new AbortController());
    setFile(next);
    setShare(0);
    setLooked(null);
    setFailure(null);
    try {
      const read = await readPosts(next, setShare, signal);
      const slugs = read.posts.map(({ slug }) => slug);
      const known = new Set<string>();
      for (let from = 0; from < slugs.length; from += PIECE) {
        const piece = slugs.slice(from, from + PIECE);
        const answer = await insist(() => client.blog.knownSlugs.mutate({ slugs: piece }, { signal }), signal);
        for (const slug of answer.known) known.add(slug);
      }
      setLooked({ ...read, file: next, known });
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    }
  };
  const over = usePageDrop((next) => void look(next));
  const isReading = file !== null && looked === null && failure === null;
  return (
    <>
      <PageHead title={t('title')} lead={looked ? undefined : t('lead')} back={{ href: '/blog', label: t('back') }} />
      {looked ? (
        <PostSetup
          key={`${looked.file.name}/${looked.file.size}/${looked.file.lastModified}`}
          {...looked}
          onOther={() => {
            setFile(null);
            setLooked(null);
          }}
        />
      ) : (
        <>
          {isReading && <FileReading name={file.name} progress={share} />}
          {failure instanceof ExportProblem ? (
            <div className={classes.fault} role="alert">
              <IconAlertCircle {...ICON} />
              <div>
                <strong>{t('faults.title', { name: file?.name ?? '' })}</strong>
                <p>{t(`faults.${failure.fault}`)}</p>
              </div>
            </div>
          ) : (
            failure !== null && (
              <ErrorNotice error={failure} act="read" onRetry={file ? () => void look(file) : undefined} />
            )
          )}
          {!isReading && (
            <DropZone
              title={t(over ? 'release' : 'drop')}
              choose={t('choose')}
              help={t('dropHelp')}
              accept={ACCEPT}
              onFile={(next) => void look(next)}
            />
          )}
        </>
      )}
    </>
  );
}
