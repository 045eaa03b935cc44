'use client';
import { PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Provider } from '@/server/modules/shops/connections/vocabulary';
import { CREDENTIALS, keysAddress, WAYS, type Way } from './connect-kinds';
import classes from './integrations.module.css';
import { OutsideLink } from '@/components/ui/outside-link';

interface Props {
  provider: Provider;
  way: Way;
  /** Ways that can be gone here. */
  ways?: readonly Way[];
  onWay: (way: Way) => void;
  /** The credentials as they stand in the form. */
  typed: Readonly<Record<string, string>>;
  getInputProps: (path: string) => object;
}

/**
 * The way in which a storefront lets us in, and what is typed in for that. Labels are the vendors' own, for people look
 * for those there.
 */
export function ConnectKeys({ provider, way, ways = WAYS[provider], onWay, typed, getInputProps }: Props) {
  const t = useTranslations('integrations.form');
  const fields = CREDENTIALS[provider][way] ?? [];
  const whereKeysAre = keysAddress(provider, way, typed);
  return (
    <Stack gap="lg">
      {ways.length > 1 && (
        <Radio.Group
          label={t('way')}
          value={way}
          onChange={(chosen) => {
            const known = ways.find((each) => each === chosen);
            if (known !== undefined) onWay(known);
          }}
        >
          <div className={classes.choices}>
            {ways.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`ways.${each}`)}
                description={t(`waysHelp.${each === 'consent' ? `consent_${provider}` : each}` as 'waysHelp.keys')}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {fields.map(({ key, secret }) => {
        const shared = {
          label: t(`credentials.${key}` as 'credentials.shop'),
          description: t.has(`credentialsHelp.${key}` as 'credentialsHelp.shop')
            ? t(`credentialsHelp.${key}` as 'credentialsHelp.shop')
            : undefined,
          spellCheck: false,
          ...getInputProps(`credentials.${key}`),
        };
        return secret ? (
          <PasswordInput key={key} {...shared} autoComplete="new-password" />
        ) : (
          <TextInput key={key} {...shared} autoComplete="off" />
        );
      })}
      {whereKeysAre !== null && (
        <OutsideLink href={whereKeysAre}>{t(`whereKeysAre.${provider}` as 'whereKeysAre.storefront_p1')}</OutsideLink>
      )}
    </Stack>
  );
}
