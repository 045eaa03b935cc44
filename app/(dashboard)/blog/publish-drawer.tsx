'use client';
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAccount } from '@/components/shell/use-account';
import { toClock, toInstant } from '@/components/ui/clock-time';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { InstantField, ZoneNote } from '@/components/ui/instant-field';
import { useHasPassed } from '@/components/ui/use-has-passed';
import { publicPath, type Post, type PostValues, type Turn } from './post';
import classes from './post-form.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  post: Post | null;
  values: PostValues;
  onTurn: (turn: Turn) => void;
}

/** The choice of when the public gets to read it: now, at a time to come, or with a day of the past. */
export function PublishDrawer({ opened, onClose, ...rest }: Props) {
  const t = useTranslations('blog.publish');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <When {...rest} onClose={onClose} />
    </FormDrawer>
  );
}

function When({ onClose, post, values, onTurn }: Omit<Props, 'opened'>) {
  const t = useTranslations('blog.publish');
  const format = useFormat();
  const timeZone = useTimeZone() ?? 'UTC';
  const accountId = useAccount()?.workspace?.id ?? '';
  const [when, setWhen] = useState<'now' | 'at'>(post !== null && post.publishedAt !== null ? 'at' : 'now');
  const [clock, setClock] = useState(() => toClock(post?.publishedAt ?? null, timeZone));
  const instant = when === 'at' ? toInstant(clock, timeZone) : null;
  const isPast = useHasPassed(instant);
  const missing = [
    values.body.trim() === '' && t('noText'),
    values.coverImage === '' && t('noCover'),
    values.excerpt.trim() === '' && values.metaDescription.trim() === '' && t('noExcerpt'),
    values.tags.length === 0 && t('noTags'),
  ].filter((words) => words !== false);
  return (
    <Stack gap="lg">
      <p className={classes.name}>{values.title}</p>
      <div>
        <SegmentedControl
          fullWidth
          data={[
            { value: 'now', label: t('now') },
            { value: 'at', label: t('later') },
          ]}
          value={when}
          onChange={setWhen}
          aria-label={t('when')}
        />
        {when === 'at' && (
          <div className={classes.when}>
            <InstantField
              label={t('at')}
              placeholder={t('atPlaceholder')}
              defaultTimeValue="09:00"
              value={clock}
              onChange={setClock}
            />
            <p className={classes.soft}>
              <ZoneNote /> {instant !== null && isPast && t('past', { when: format.dateTime(instant) })}
            </p>
          </div>
        )}
      </div>
      <div>
        <p className={classes.soft}>{t('address')}</p>
        <p className={classes.address}>{window.location.origin + publicPath(accountId, values.slug)}</p>
      </div>
      <ul className={classes.notes}>
        {missing.length === 0 && (
          <li>
            <IconCheck {...SMALL_ICON} />
            {t('complete')}
          </li>
        )}
        {missing.map((words) => (
          <li key={words}>
            <IconInfoCircle {...SMALL_ICON} />
            {words}
          </li>
        ))}
      </ul>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          disabled={when === 'at' && instant === null}
          onClick={() => onTurn(instant === null ? { kind: 'now' } : { kind: 'at', publishedAt: instant })}
        >
          {when === 'now' ? t('publishNow') : isPast ? t('publishDated') : t('schedule')}
        </Button>
      </FormActions>
    </Stack>
  );
}
