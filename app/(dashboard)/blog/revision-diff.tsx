'use client';
/** How a post was changed: each field before and after, and the lines of the text with the words that differ. */
import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import type { Outputs } from '@/app/trpc';
import classes from './revision-diff.module.css';

type Diff = Outputs['blog']['revisions']['diff'];
type Line = NonNullable<Diff['body']>[number]['lines'][number];

const written = (value: string | string[] | null): string => (Array.isArray(value) ? value.join(', ') : (value ?? ''));

export function RevisionDiff({ diff: { fields, body } }: { diff: Diff }) {
  const t = useTranslations('blog.history');
  if (fields.length === 0 && body?.length === 0) return <p className={classes.same}>{t('same')}</p>;
  return (
    <div className={classes.diff}>
      {fields.map(({ field, before, after }) => (
        <section key={field}>
          <h3>{t(`fields.${field as 'title'}`)}</h3>
          {written(before) !== '' && <Row line={{ op: 'delete', text: written(before) }} />}
          {written(after) !== '' && <Row line={{ op: 'insert', text: written(after) }} />}
        </section>
      ))}
      {body === null && <p className={classes.same}>{t('tooLong')}</p>}
      {body !== null && body.length > 0 && (
        <section>
          <h3>{t('fields.body')}</h3>
          {body.map(({ fromLine, toLine, lines }, at) => (
            <Fragment key={`${fromLine} ${toLine}`}>
              {(at > 0 || fromLine > 1) && <p className={classes.gap}>{t('line', { line: toLine })}</p>}
              {lines.map((line, index) => (
                <Row key={index} line={line} />
              ))}
            </Fragment>
          ))}
        </section>
      )}
    </div>
  );
}

const TAGS = { equal: 'div', delete: 'del', insert: 'ins' } as const;

function Row({ line: { op, text, words } }: { line: Line }) {
  const Tag = TAGS[op];
  return (
    <Tag className={classes.row}>
      {words?.map((word, at) =>
        word.op === 'equal' ? <Fragment key={at}>{word.text}</Fragment> : <mark key={at}>{word.text}</mark>,
      ) ?? text}
    </Tag>
  );
}
