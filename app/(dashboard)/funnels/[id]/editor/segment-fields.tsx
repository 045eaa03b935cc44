'use client';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConditionGroups } from '@/app/(dashboard)/audience-segments/condition-groups';
import { definitionOf, draftOf, emptyDraft } from '@/app/(dashboard)/audience-segments/draft';
import { usePreview } from '@/app/(dashboard)/audience-segments/use-preview';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import type { Definition } from '@/server/modules/audience/audience-segments/schema';
import classes from './editor.module.css';

/** The definition in which nothing is written yet: it matches nobody. */
export const EMPTY_DEFINITION: Definition = { match: 'all', groups: [] };

interface Props {
  definition: Definition;
  onChange: (definition: Definition) => void;
}

/** Conditions on the contact, as segments have them, with how many people they find now. */
export function SegmentFields({ definition, onChange }: Props) {
  const fields = useQuery(useTRPC().audienceSegments.fields.queryOptions());
  if (fields.isError) return <ErrorNotice error={fields.error} act="read" onRetry={() => void fields.refetch()} />;
  if (fields.data === undefined) return <Skeleton height={120} />;
  return <Groups definition={definition} onChange={onChange} fields={fields.data.fields} />;
}

function Groups({ definition, onChange, fields }: Props & { fields: Parameters<typeof ConditionGroups>[0]['fields'] }) {
  const t = useTranslations('funnels.fields');
  const [draft, setDraft] = useState(() =>
    definition.groups.length === 0 ? emptyDraft() : draftOf(definition, fields),
  );
  const live = usePreview(draft);
  return (
    <div className={classes.segment}>
      <ConditionGroups
        draft={draft}
        fields={fields}
        live={live}
        tried={false}
        onChange={(next) => {
          setDraft(next);
          onChange(definitionOf(next)?.definition ?? EMPTY_DEFINITION);
        }}
      />
      {live.preview !== undefined && (
        <p className={classes.found} role="status">
          {t('found', { count: live.preview.count })}
        </p>
      )}
    </div>
  );
}
