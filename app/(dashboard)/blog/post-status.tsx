'use client';
import { useFormatter, useTranslations, type DateTimeFormatOptions } from 'next-intl';
import { useFormat } from '@/components/ui/format';
import { Status } from '@/components/ui/status';
import { useHasPassed } from '@/components/ui/use-has-passed';
import type { PostSummary } from './post';

type Dated = Pick<PostSummary, 'status' | 'publishedAt'>;
export type PostState = 'draft' | 'scheduled' | 'published' | 'unlisted';

/** Returns the state of a post at this moment; it changes by itself when its time comes. */
export function usePostState({ status, publishedAt }: Dated): PostState {
  const passed = useHasPassed(publishedAt);
  if (status === 'draft') return 'draft';
  // Without a date a post has its own page, and no place in the list (docs/contract/blog.md#states).
  if (publishedAt === null) return 'unlisted';
  return passed ? 'published' : 'scheduled';
}

const KINDS = { draft: 'off', scheduled: 'waiting', published: 'on', unlisted: 'on' } as const;

/** “19 Nov”, with the year where it is another one; of what is to come the time too. */
function briefly(instant: string, withTime: boolean): DateTimeFormatOptions {
  const elsewhen = new Date(instant).getFullYear() !== new Date().getFullYear();
  return {
    day: 'numeric',
    month: 'short',
    ...(elsewhen && { year: 'numeric' }),
    ...(withTime && { hour: 'numeric', minute: '2-digit' }),
  };
}

export function PostStatus({ post }: { post: Dated }) {
  const t = useTranslations('blog.status');
  const { dateTime } = useFormatter();
  const format = useFormat();
  const state = usePostState(post);
  const { publishedAt } = post;
  if (publishedAt === null || state === 'draft') return <Status kind={KINDS[state]}>{t(state, { when: '' })}</Status>;
  return (
    <span title={format.exact(publishedAt)}>
      <Status kind={KINDS[state]}>
        {t(state, { when: dateTime(new Date(publishedAt), briefly(publishedAt, state === 'scheduled')) })}
      </Status>
    </span>
  );
}
