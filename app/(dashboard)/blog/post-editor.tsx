'use client';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useHotkeys, useDebouncedValue } from '@mantine/hooks';
import { useTranslations, useFormatter } from 'next-intl';
import { useId, useRef, useState, useMemo } from 'react';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { problemOf, describeError } from '@/components/ui/problem';
import { StickyHead } from '@/components/ui/sticky-head';
import { CurlButton } from '@/components/curl-button';
import { createInput } from '@/server/modules/content/blog/schema';
import { MarkdownEditor } from './markdown-editor';
import { PlanLimitNotice } from './plan-limit-notice';
import { followsTitle, inputOf, valuesOf, type Post, type PostValues, type Turn } from './post';
import { PostActions } from './post-actions';
import { PostDetails } from './post-details';
import { PostLanguages } from './post-languages';
import { PostPreview } from './post-preview';
import { PostStatus } from './post-status';
import { SearchPreview, SharePreview } from './share-preview';
import { SlugField } from './slug-field';
import { slugOf } from './slug';
import { useAutosave, type Autosaved } from './use-autosave';
import { usePostForm, type PostEdit } from './use-post-form';
import { useSavePost } from './use-save-post';
import classes from './post-form.module.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPCClient, type Outputs } from '@/app/trpc';
import { readHead, type DocumentHead } from './document-head';

const PAUSE_MS = 250;

interface Shown {
  shown: Outputs['blog']['preview'] | undefined;
  head: DocumentHead | undefined;
  error: unknown;
}

/** The public page of what is being written, a moment after the last key. */
function usePreview(values: PostValues, publishedAt: string | null): Shown {
  const client = useTRPCClient();
  const input = useMemo(() => ({ ...inputOf(values), publishedAt }), [values, publishedAt]);
  const [settled] = useDebouncedValue(input, PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ['blog-preview', settled],
    queryFn: ({ signal }) => client.blog.preview.mutate(settled, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  const head = useMemo(() => (data === undefined ? undefined : readHead(data.html)), [data]);
  return { shown: data, head, error };
}

/** The state of autosave: what the editor has saved by itself, or could not; else whether something is not saved. */
function AutosaveState({ state, dirty }: { state: Autosaved; dirty: boolean }) {
  const t = useTranslations('blog.autosave');
  const tErrors = useTranslations('errors');
  const { dateTime } = useFormatter();
  if (state.kind === 'none') return dirty ? <span className={classes.unsaved}>{t('not')}</span> : null;
  const isTrouble = state.kind === 'offline' || state.kind === 'conflict' || state.kind === 'refused';
  const when = 'at' in state ? dateTime(new Date(state.at), { hour: 'numeric', minute: '2-digit' }) : '';
  const why = state.kind === 'refused' ? describeError(state.error, tErrors, 'write').what : '';
  // Read aloud only where something is wrong: it comes every few seconds.
  return (
    <span className={isTrouble ? classes.trouble : classes.unsaved} aria-live={isTrouble ? 'polite' : 'off'}>
      {t(state.kind, { when, why })}
    </span>
  );
}

type Fields = ReturnType<typeof inputOf>;

const KEEP: Turn = { kind: 'keep' };

const SIDES = ['write', 'details', 'preview'] as const;
type Side = (typeof SIDES)[number];
/** The fields of the first side; all others are details. */
const WRITTEN = new Set(['title', 'slug', 'body']);

interface Props {
  /** Null for one that is not saved yet. What is read of it later does not replace what is being written. */
  post: Post | null;
  /** The initial values of the fields. */
  begun: PostValues;
  /** Told when it has been saved for the first time. */
  onMade: (post: Post) => void;
}

/** Words and page side by side; below, what stands around them and how it looks in a search. On a phone three sides. */
export function PostEditor({ post: initial, begun, onMade }: Props) {
  const t = useTranslations('blog');
  const id = useId();
  const [side, setSide] = useState<Side>('write');
  const stage = useRef<HTMLDivElement>(null);
  /** The change that the pressed button asks for, and the one that the save under way makes. */
  const asked = useRef<Turn>(KEEP);
  const turn = useRef<Turn>(KEEP);
  const { post, hold, save, keep, drop, reload } = useSavePost(initial, onMade);
  const [start] = useState(begun);
  const [follows, setFollows] = useState(() => followsTitle(initial));
  const { form, formProps, failure, busy, dirty, editor, ...fields } = usePostForm(
    start,
    { kind: 'post', record: post?.id ?? null, version: post?.updatedAt, reload },
    (input, edit) => save(input, edit, turn.current),
  );
  const { values, errors } = form;
  const autosaved = useAutosave({
    values,
    dirty,
    isPaused: busy || editor.conflict !== null,
    // A title alone is no post yet.
    isValid: () => fields.isValid() && (post !== null || values.body.trim() !== ''),
    async keep() {
      let kind: 'saved' | 'copied' = 'saved';
      await fields.keep(async (input, edit) => {
        const saved = await keep(input as Fields, edit as PostEdit);
        kind = saved === undefined ? 'copied' : 'saved';
        return saved;
      });
      return kind;
    },
    drop,
  });
  /** Another person, or a revision, has put other words in their place. */
  const take = (stored: Post) => {
    hold(stored);
    setFollows(followsTitle(stored));
    fields.replace(valuesOf(stored), stored.updatedAt);
  };
  const offer = editor.offer && {
    ...editor.offer,
    discard() {
      editor.offer?.discard();
      void drop();
    },
  };
  const { shown, head, error: previewError } = usePreview(values, post?.publishedAt ?? null);

  // A fault is of no use on a side that is not shown.
  const [seen, setSeen] = useState(errors);
  if (seen !== errors) {
    setSeen(errors);
    const [first] = Object.keys(errors);
    if (first !== undefined) setSide(Object.keys(errors).some((name) => WRITTEN.has(name)) ? 'write' : 'details');
  }

  const submit = (next: Turn) => {
    asked.current = next;
    formProps.ref.current?.requestSubmit();
    // What the Enter key sends is a plain save.
    asked.current = KEEP;
  };
  useHotkeys([['mod+S', () => submit({ kind: 'keep' })]], []);

  const setTitle = (title: string) => {
    form.setFieldValue('title', title);
    if (follows) form.setFieldValue('slug', slugOf(title));
  };
  const leaveSlug = () => {
    if (values.slug !== '') return;
    setFollows(true);
    form.setFieldValue('slug', slugOf(values.title));
  };
  const scrollPreview = (share: number) => {
    const pane = stage.current;
    if (pane !== null) pane.scrollTop = share * (pane.scrollHeight - pane.clientHeight);
  };
  const isComplete = (): boolean => createInput.safeParse(inputOf(values)).success;
  const limit = problemOf(failure).code === 'PLAN_LIMIT' ? problemOf(failure).details : null;
  const actions = (
    <PostActions
      form={id}
      post={post}
      values={values}
      busy={busy}
      dirty={dirty}
      isComplete={isComplete}
      onTurn={submit}
      onRestored={take}
    />
  );
  return (
    <>
      <StickyHead leavesIn="48em">
        <PageHead
          title={<span className={classes.heading}>{post === null ? t('newTitle') : post.title}</span>}
          back={{ href: '/blog', label: t('title') }}
          aside={
            <span className={classes.state} aria-live="polite">
              {post !== null && <PostStatus post={post} />}
              <AutosaveState state={autosaved} dirty={dirty} />
            </span>
          }
          action={<div className={classes.actions}>{actions}</div>}
        />
      </StickyHead>
      <SegmentedControl
        className={classes.sides}
        fullWidth
        value={side}
        onChange={setSide}
        aria-label={t('sides.label')}
        data={SIDES.map((value) => ({ value, label: t(`sides.${value}`) }))}
      />
      <form
        id={id}
        {...formProps}
        onSubmit={(event) => {
          turn.current = asked.current;
          formProps.onSubmit(event);
        }}
        className={classes.form}
        data-side={side}
      >
        <EditorNotices editor={{ ...editor, offer }} />
        {limit !== null && <PlanLimitNotice details={limit} />}
        {failure !== null && limit === null && <ErrorNotice error={failure} act="write" />}
        <div className={classes.columns}>
          <div className={classes.write}>
            <TextInput
              classNames={{ input: classes.title }}
              label={t('form.title')}
              required
              withAsterisk={false}
              autoFocus={initial === null}
              maxLength={200}
              value={values.title}
              onChange={(event) => setTitle(event.currentTarget.value)}
              error={errors.title}
            />
            <SlugField
              value={values.slug}
              live={post?.status === 'published' ? post.slug : null}
              onChange={(slug) => {
                setFollows(false);
                form.setFieldValue('slug', slug);
              }}
              onBlur={leaveSlug}
              error={errors.slug}
            />
            <MarkdownEditor
              value={values.body}
              onChange={(body) => form.setFieldValue('body', body)}
              error={errors.body as string | undefined}
              onScroll={scrollPreview}
            />
          </div>
          <div className={classes.page}>
            {previewError !== null && shown === undefined && <ErrorNotice error={previewError} act="read" />}
            <PostPreview html={shown?.html} stage={stage} />
          </div>
        </div>
        <div className={classes.columns} data-part="details">
          <PostDetails
            form={form}
            fallback={shown?.excerpt ?? ''}
            languages={<PostLanguages form={form} post={post} />}
          />
          <div className={classes.seen}>
            {head !== undefined && (
              <>
                <SearchPreview head={head} />
                <SharePreview head={head} />
              </>
            )}
          </div>
        </div>
      </form>
      {post !== null && (
        <CurlButton
          title={t('curl.title')}
          requests={[
            { title: t('curl.get'), method: 'GET', path: `/api/v1/blog/${post.id}` },
            {
              title: t('curl.update'),
              method: 'PATCH',
              path: `/api/v1/blog/${post.id}`,
              body: { title: post.title, tags: post.tags },
            },
            {
              title: t('curl.publish'),
              method: 'PATCH',
              path: `/api/v1/blog/${post.id}`,
              body: { status: 'published' },
            },
          ]}
        />
      )}
      <div className={classes.foot}>{actions}</div>
    </>
  );
}
