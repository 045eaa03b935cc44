'use client';
import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { RelativeTime } from '@/components/ui/date-time';
import { differing, takeTheirs, type Conflict } from '@/components/ui/editing/merge';
import type { ConflictQuestion, Editor } from '@/components/ui/editing/use-editor';
import { useFormat } from '@/components/ui/format';
import classes from './editing.module.css';
import { isRecord } from '@/server/platform/lib/narrow';

type Side = 'mine' | 'theirs';
const SIDES = ['mine', 'theirs'] as const;

const keyOf = ({ path }: Conflict): string => path.join('.');

/** Every text inside, in order: what a person reads of a document. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'id' || name === 'key' ? [] : textsIn(inner)));
}

function useValueWords() {
  const t = useTranslations('ui.conflict');
  const format = useFormat();
  return (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('empty');
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    const texts = textsIn(value);
    return texts.length === 0 ? t('empty') : texts.join('\n');
  };
}

interface Props<Fields> extends Pick<Editor<Fields>, 'labels' | 'words'> {
  conflict: ConflictQuestion<Fields>;
}

/** Both versions of each field that both changed, to choose from. Nothing is saved before. */
export function ConflictDialog<Fields extends object>({ conflict, labels, words }: Props<Fields>) {
  const t = useTranslations('ui.conflict');
  const { merged, conflicts, by, byYou, at } = conflict;
  const [sides, setSides] = useState<Record<string, Side>>({});
  const sideOf = (each: Conflict): Side => sides[keyOf(each)] ?? 'mine';
  const who = byYou ? 'you' : by === null ? 'somebody' : 'name';
  const save = () =>
    conflict.answer(
      takeTheirs(
        merged,
        conflicts.filter((each) => sideOf(each) === 'theirs'),
      ),
    );
  return (
    <Modal opened onClose={() => conflict.answer(null)} title={t('title')} size="xl">
      <Stack gap="lg">
        <p className={classes.lead}>
          {t.rich(`saved.${who}`, {
            name: by ?? '',
            when: () => (at === null ? null : <RelativeTime value={at} inSentence />),
          })}{' '}
          {t('message')}
        </p>
        {conflicts.map((each) => (
          <Field
            key={keyOf(each)}
            conflict={each}
            label={labels[keyOf(each)] ?? labels[each.path[0] ?? ''] ?? each.path.at(-1) ?? ''}
            theirs={who === 'name' ? t('theirs.name', { name: by ?? '' }) : t(`theirs.${who}`)}
            words={words}
            side={sideOf(each)}
            onSide={(side) => setSides({ ...sides, [keyOf(each)]: side })}
          />
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => conflict.answer(null)} data-autofocus>
            {t('back')}
          </Button>
          <Button onClick={save}>{t('save')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface FieldProps {
  conflict: Conflict;
  label: string;
  /** The label of the other version: whose it is. */
  theirs: string;
  words: (path: string, value: unknown) => string | undefined;
  side: Side;
  onSide: (side: Side) => void;
}

function Field({ conflict, label, theirs, words, side, onSide }: FieldProps) {
  const t = useTranslations('ui.conflict');
  const valueWords = useValueWords();
  const [mine, other] = SIDES.map((each) => words(keyOf(conflict), conflict[each]) ?? valueWords(conflict[each]));
  const cuts = differing(mine ?? '', other ?? '');
  return (
    <Radio.Group
      label={label}
      value={side}
      onChange={(value) => onSide(value === 'theirs' ? 'theirs' : 'mine')}
      classNames={{ label: classes.field }}
    >
      <div className={classes.versions}>
        {SIDES.map((each, at) => (
          <Radio.Card key={each} value={each} className={classes.version}>
            <span className={classes.whose}>
              <Radio.Indicator />
              {each === 'mine' ? t('mine') : theirs}
            </span>
            <span className={classes.text}>
              {cuts[at]?.before}
              <mark>{cuts[at]?.differs}</mark>
              {cuts[at]?.after}
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
