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
import { ACCEPT, ExportProblem, readPosts, type ReadPosts } from './read-posts';

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
