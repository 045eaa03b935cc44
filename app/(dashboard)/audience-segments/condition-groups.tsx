'use client';
import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { SMALL_ICON } from '@/components/ui/icon';
import { MAX_CONDITIONS, MAX_GROUPS } from '@/server/modules/audience/audience-segments/vocabulary';
import { ConditionRow } from './condition-row';
import {
  conditionOf,
  emptyCondition,
  emptyGroup,
  type ConditionDraft,
  type DefinitionDraft,
  type GroupDraft,
  type Match,
} from './draft';
import type { KnownField } from './segment';
import { useConditionWords } from './use-condition-words';
import type { usePreview } from './use-preview';
import classes from './builder.module.css';

interface Props {
  draft: DefinitionDraft;
  fields: readonly KnownField[];
  live: ReturnType<typeof usePreview>;
  /** Saving was tried: what is not complete is marked. */
  tried: boolean;
  onChange: (draft: DefinitionDraft) => void;
}

/** Groups of conditions, with a switch between all and any on both levels. */
export function ConditionGroups({ draft, fields, live, tried, onChange }: Props) {
  const t = useTranslations('audienceSegments.builder');
  const words = useConditionWords();
  const setGroup = (key: string, change: (group: GroupDraft) => GroupDraft) =>
    onChange({ ...draft, groups: draft.groups.map((group) => (group.key === key ? change(group) : group)) });
  const setCondition = (group: GroupDraft, next: ConditionDraft) =>
    setGroup(group.key, (each) => ({
      ...each,
      conditions: each.conditions.map((one) => (one.key === next.key ? next : one)),
    }));
  const faultOf = (condition: ConditionDraft): string | undefined => {
    if (live.faulty === condition.key) return t('refused');
    return tried && conditionOf(condition) === null
      ? t(condition.field === '' ? 'fieldMissing' : 'valueMissing')
      : undefined;
  };
  return (
    <div className={classes.groups}>
      {draft.groups.length > 1 && (
        <div className={classes.match}>
          <span>{t('matchGroups')}</span>
          <MatchSwitch
            label={t('matchGroups')}
            value={draft.match}
            onChange={(match) => onChange({ ...draft, match })}
          />
        </div>
      )}
      {draft.groups.map((group, at) => (
        <section key={group.key} aria-label={t('group', { position: at + 1 })}>
          {at > 0 && <span className={classes.between}>{t(draft.match === 'all' ? 'and' : 'or')}</span>}
          <div className={classes.groupBody}>
            <header className={classes.groupHead}>
              <span>{t('matchConditions')}</span>
              <MatchSwitch
                label={t('matchConditions')}
                value={group.match}
                onChange={(match) => setGroup(group.key, (each) => ({ ...each, match }))}
              />
              {draft.groups.length > 1 && (
                <Button
                  className={classes.removeGroup}
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconTrash {...SMALL_ICON} />}
                  onClick={() => onChange({ ...draft, groups: draft.groups.filter(({ key }) => key !== group.key) })}
                >
                  {t('removeGroup')}
                </Button>
              )}
            </header>
            {group.conditions.map((condition, position) => (
              <ConditionRow
                key={condition.key}
                condition={condition}
                position={position + 1}
                fields={fields}
                words={words}
                count={live.counts.get(condition.key)}
                stale={live.stale}
                fault={faultOf(condition)}
                onChange={(next) => setCondition(group, next)}
                onRemove={
                  group.conditions.length > 1
                    ? () =>
                        setGroup(group.key, (each) => ({
                          ...each,
                          conditions: each.conditions.filter(({ key }) => key !== condition.key),
                        }))
                    : undefined
                }
              />
            ))}
            {group.conditions.length < MAX_CONDITIONS && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                leftSection={<IconPlus {...SMALL_ICON} />}
                onClick={() =>
                  setGroup(group.key, (each) => ({ ...each, conditions: [...each.conditions, emptyCondition()] }))
                }
              >
                {t('addCondition')}
              </Button>
            )}
          </div>
        </section>
      ))}
      {draft.groups.length < MAX_GROUPS && (
        <div>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus {...SMALL_ICON} />}
            onClick={() => onChange({ ...draft, groups: [...draft.groups, emptyGroup()] })}
          >
            {t('addGroup')}
          </Button>
        </div>
      )}
    </div>
  );
}

function MatchSwitch({ label, value, onChange }: { label: string; value: Match; onChange: (match: Match) => void }) {
  const t = useTranslations('audienceSegments.builder');
  return (
    <fieldset className={classes.switch}>
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      <SegmentedControl
        size="xs"
        aria-label={label}
        value={value}
        onChange={(next) => onChange(next === 'any' ? 'any' : 'all')}
        data={[
          { value: 'all', label: t('all') },
          { value: 'any', label: t('any') },
        ]}
      />
    </fieldset>
  );
}
