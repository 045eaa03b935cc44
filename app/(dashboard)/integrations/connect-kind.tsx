'use client';
import { Radio } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PROVIDERS, type Provider } from '@/server/resources/integrations/vocabulary';
import classes from './integrations.module.css';

/** Which kind of shop: the first thing that is asked. */
export function ConnectKind({ value, onChange }: { value: Provider; onChange: (provider: Provider) => void }) {
  const t = useTranslations('integrations');
  return (
    <Radio.Group
      label={t('form.kind')}
      value={value}
      onChange={(chosen) => {
        const provider = PROVIDERS.find((known) => known === chosen);
        if (provider !== undefined) onChange(provider);
      }}
    >
      <div className={classes.choices}>
        {PROVIDERS.map((provider) => (
          <Radio
            key={provider}
            value={provider}
            label={t(`providers.${provider}`)}
            description={t(`form.kinds.${provider}`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
