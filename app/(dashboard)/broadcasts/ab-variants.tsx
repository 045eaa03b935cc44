'use client';
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Faults } from '@/components/email/document-faults';
import { SMALL_ICON } from '@/components/ui/icon';
import { AB_LIMITS, contentOfVariant } from '@/server/modules/messaging/broadcasts/vocabulary';
import { letterOf, partOf, subjectOfDraft, textOf, type Draft, type DraftTest } from './draft';
import { ContentEditors, familiesOf } from './content-editors';
import { VariantLetter } from './variant-letter';
import classes from './ab-test.module.css';

type Variant = DraftTest['variants'][number];

interface Props {
  draft: Draft;
  test: DraftTest;
  faults: readonly Faults[];
  onChange: (test: DraftTest) => void;
}

const [FEWEST, MOST] = AB_LIMITS.variants;

/** A row for each variant: its subject, or a content of its own, which opens below. */
export function AbVariants({ draft, test, faults, onChange }: Props) {
  const t = useTranslations('abTest');
  const [opened, open] = useState<number | null>(null);
  const { variants } = test;
  const put = (place: number, variant: Variant): void =>
    onChange({ ...test, variants: variants.map((each, index) => (index === place ? variant : each)) });
  const families = familiesOf(draft.providers);
  return (
    <div>
      <ol className={classes.variants}>
        {variants.map((variant, place) => (
          // A variant has no name but its place.
          <li key={place} className={classes.variant}>
            <VariantLetter place={place} />
            <Says draft={draft} variant={variant} place={place} onChange={(next) => put(place, next)} />
            <div className={classes.acts}>
              <Button
                variant="default"
                size="xs"
                aria-expanded={opened === place}
                data-invalid={Object.keys(faults[place] ?? {}).length > 0 || undefined}
                onClick={() => open(opened === place ? null : place)}
              >
                {t(opened === place ? 'close' : variant.content === undefined ? 'write' : 'change')}
              </Button>
              {variants.length > FEWEST && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  px={6}
                  aria-label={t('remove', { variant: letterOf(place) })}
                  onClick={() => {
                    open(null);
                    onChange({ ...test, variants: variants.filter((_, index) => index !== place) });
                  }}
                >
                  <IconX {...SMALL_ICON} />
                </Button>
              )}
            </div>
            {opened === place && (
              <div className={classes.own}>
                <p className={classes.fine}>
                  {t('ownHelp', { variant: letterOf(place) })}
                  {variant.content !== undefined && (
                    <Button
                      variant="transparent"
                      size="compact-xs"
                      onClick={() => {
                        open(null);
                        const { content: _content, ...rest } = variant;
                        put(place, rest);
                      }}
                    >
                      {t('same')}
                    </Button>
                  )}
                </p>
                <ContentEditors
                  families={families}
                  content={contentOfVariant(draft.content, variant)}
                  faults={faults[place] ?? {}}
                  onChange={(family, part) => put(place, ownContent(variant, family, part))}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      {variants.length < MOST && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus {...SMALL_ICON} />}
          onClick={() => onChange({ ...test, variants: [...variants, {}] })}
        >
          {t('add')}
        </Button>
      )}
    </div>
  );
}

/** An e-mail of its own has its own subject. */
function ownContent(variant: Variant, family: string, part: Record<string, unknown>): Variant {
  const { subject, content, ...rest } = variant;
  const own = { ...content, [family]: part };
  return family === 'email' || subject === undefined ? { ...rest, content: own } : { ...rest, subject, content: own };
}

function Says({
  draft,
  variant,
  place,
  onChange,
}: {
  draft: Draft;
  variant: Variant;
  place: number;
  onChange: (variant: Variant) => void;
}) {
  const t = useTranslations('abTest');
  const letter = letterOf(place);
  if (variant.content?.email !== undefined || !familiesOf(draft.providers).includes('email'))
    return (
      <p className={classes.says}>
        <span className={classes.fine}>{t(variant.content === undefined ? 'asWritten' : 'ownContent')}</span>
        {textOf(partOf(variant.content ?? {}, 'email'), 'subject')}
      </p>
    );
  return (
    <TextInput
      className={classes.says}
      aria-label={t('subjectOf', { variant: letter })}
      placeholder={subjectOfDraft(draft) || t('subjectAsWritten')}
      maxLength={255}
      value={variant.subject ?? ''}
      onChange={(event) => {
        const { subject: _subject, ...rest } = variant;
        const typed = event.currentTarget.value;
        onChange(typed === '' ? rest : { ...rest, subject: typed });
      }}
    />
  );
}
