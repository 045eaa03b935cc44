'use client';
import { useTranslations } from 'next-intl';
import type { Segment } from '@/app/(dashboard)/audience-segments/segment';
import { useConditionWords } from '@/app/(dashboard)/audience-segments/use-condition-words';
import classes from '@/app/(dashboard)/audience-segments/segments.module.css';

/** The definition as sentences. */
export function DefinitionWords({ segment }: { segment: Segment }) {
  const t = useTranslations('audienceSegments.detail');
  const groups = useConditionWords().groupsOf(segment);
  return (
    <div className={classes.definition}>
      {groups.map(({ match, sentences }, at) => (
        <div key={at}>
          {at > 0 && <span className={classes.between}>{t(segment.definition.match === 'all' ? 'and' : 'or')}</span>}
          {sentences.length > 1 && <p className={classes.soft}>{t(match === 'all' ? 'allOf' : 'anyOf')}</p>}
          <ul>
            {sentences.map((sentence, position) => (
              <li key={position}>{sentence}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
