'use client';
import { Autocomplete, Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PropertyFields } from '@/app/(dashboard)/audience-segments/property-fields';
import { useTRPC } from '@/app/trpc';
import { SHOP_EVENT } from '@/server/modules/audience/audience-segments/vocabulary';
import type { WaitProperty } from '@/server/modules/automation/funnels/step-schema';
import { KNOWN_EVENTS, NAME_LENGTH } from '@/server/modules/audience/events/vocabulary';
import classes from './editor.module.css';

interface Props {
  name: string;
  error: string | undefined;
  /** Absent where only the name is asked. */
  where?: readonly WaitProperty[];
  onChange: (changes: { name?: string; where?: WaitProperty[] }) => void;
}

/** An event of the shop: its name, and what has to be true of its properties. */
export function EventFields({ name, error, where, onChange }: Props) {
  const t = useTranslations('funnels.settings');
  const tOps = useTranslations('audienceSegments.words.ops');
  const { data } = useQuery(useTRPC().audienceSegments.fields.queryOptions());
  const fields = data?.fields ?? [];
  const shopEvents = fields.flatMap(({ field }) =>
    field.startsWith(SHOP_EVENT) ? [field.slice(SHOP_EVENT.length)] : [],
  );
  return (
    <>
      <Autocomplete
        label={t('eventName')}
        description={t('eventHelp')}
        data={[...new Set([...KNOWN_EVENTS, ...shopEvents])]}
        maxLength={NAME_LENGTH}
        error={error}
        value={name}
        onChange={(next) => onChange({ name: next })}
      />
      {where !== undefined && (
        <Input.Wrapper label={t('eventWhere')} className={classes.properties}>
          <PropertyFields
            where={where}
            known={fields.find(({ field }) => field === `${SHOP_EVENT}${name}`)?.properties ?? []}
            opName={(op) => tOps(op)}
            onChange={(next) => onChange({ where: next })}
          />
        </Input.Wrapper>
      )}
    </>
  );
}
