'use client';
import { useTranslations } from 'next-intl';
import { EVENT_TYPES, TEST_EVENT_TYPE } from '@/server/modules/account/webhooks/event-types-schema';
import { choiceOf, shortOf } from './endpoint';

/** Events in words: “Contact created”. */
export function useEventWords() {
  const t = useTranslations('webhooks.events');
  const wordsOf = (type: string): string => {
    if (type === TEST_EVENT_TYPE) return t('test');
    // The texts are nested as the names are: a noun, then what happened to it. Whatever else somebody subscribed to has
    // none.
    const name = shortOf(type) as 'contact.created';
    return /^[a-z_]+\.[a-z_]+$/.test(name) && t.has(`types.${name}`) ? t(`types.${name}`) : type;
  };
  /** Returns the events that an endpoint subscribes to, in a few words. */
  const summaryOf = (events: readonly string[]): string => {
    const { everything, types, others } = choiceOf(events);
    if (everything) return t('everything');
    const names = [...types.map(wordsOf), ...others];
    if (names.length === 0) return t('nothing');
    return names.length <= 2 ? names.join(', ') : t('more', { first: names[0] ?? '', count: names.length - 1 });
  };
  const groups = [...new Set(EVENT_TYPES.map(({ resource }) => resource))].map((resource) => ({
    resource,
    words: t(`groups.${resource}`),
    types: EVENT_TYPES.filter((each) => each.resource === resource),
  }));
  return { wordsOf, summaryOf, groups };
}
