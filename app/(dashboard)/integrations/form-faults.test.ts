import { describe, expect, it } from 'vitest';
import type { useTranslations } from 'next-intl';
import { faultsOf } from './form-faults';
import { valuesOf, type FormValues } from './form-values';

const t = ((key: string) => key) as unknown as ReturnType<typeof useTranslations<'integrations.form'>>;
const values = (more: { config?: object; credentials?: object; mapping?: object } = {}): FormValues => {
  const empty = valuesOf(null);
  return {
    ...empty,
    config: { ...empty.config, ...more.config },
    credentials: { ...empty.credentials, ...more.credentials },
    mapping: { ...empty.mapping, ...more.mapping },
  };
};
const KEYS = { storeUrl: 'https://toko.example', consumerKey: 'ck_1', consumerSecret: 'cs_1' };

describe('a shop’s form says in the reader’s words', () => {
  it('which keys are missing, and nothing of those that are not asked for', () => {
    expect(faultsOf('storefront_p1', values(), 'keys', t)).toEqual({
      'credentials.shop': 'problems.missing',
      'credentials.clientId': 'problems.missing',
      'credentials.clientSecret': 'problems.missing',
    });
    expect(faultsOf('storefront_p1', values(), null, t)).toEqual({});
    expect(faultsOf('http_generic', values(), 'keys', t)).toEqual({});
  });

  it.each([
    ['shop', 'https://toko.example/admin', 'problems.shop'],
    ['storeUrl', 'http://toko.example', 'problems.storeUrl'],
    ['storeUrl', 'https://192.168.1.1', 'problems.private'],
  ])('what is wrong with %s %s', (key, value, words) => {
    const [provider, way] =
      key === 'shop' ? (['storefront_p1', 'consent'] as const) : (['storefront_p2', 'consent'] as const);
    const faults = faultsOf(
      provider,
      values({ credentials: { [key]: value }, config: { consent: 'subscribed' } }),
      way,
      t,
    );
    expect(faults).toEqual({ [`credentials.${key}`]: words });
  });

  it('that it has to say whether customers agreed, where the shop does not tell and brings them', () => {
    const needs = (config: object) => faultsOf('storefront_p2', values({ credentials: KEYS, config }), 'keys', t);
    expect(needs({})).toEqual({ 'config.consent': 'problems.consent' });
    expect(needs({ consent: 'unsubscribed' })).toEqual({});
    expect(needs({ sync: { ...valuesOf(null).config.sync, customers: false } })).toEqual({});
  });

  it('what a sheet lacks: its address, its columns, its people’s word', () => {
    expect(faultsOf('sheet_p1', values({ config: { url: 'https://10.0.0.1/a.csv' } }), null, t)).toEqual({
      'config.url': 'problems.private',
      'mapping.externalRef': 'problems.missing',
      'mapping.name': 'problems.missing',
      'mapping.price': 'problems.missing',
    });
    const people = values({
      config: { url: 'https://sheet.example/a.csv', kind: 'customers' },
      mapping: { phone: 'HP' },
    });
    expect(faultsOf('sheet_p1', people, null, t)).toEqual({ 'config.consent': 'problems.consent' });
  });
});
