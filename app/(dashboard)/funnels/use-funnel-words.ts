'use client';
/** Triggers, steps, waits and problems of funnels in words. */
import { useLocale, useTranslations } from 'next-intl';
import { useConditionWords } from '@/app/(dashboard)/audience-segments/use-condition-words';
import { useFormat } from '@/components/ui/format';
import { numberFormat } from '@/server/platform/lib/formats';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Definition as Segment } from '@/server/modules/audience/audience-segments/schema';
import type { FunnelGoal, FunnelTrigger } from '@/server/modules/automation/funnels/definition-schema';
import type { Step, StepOf, WaitCause } from '@/server/modules/automation/funnels/step-schema';
import type { GoalEvent, WaitEvent } from '@/server/modules/automation/funnels/vocabulary';
import type { FunnelProblem } from './funnel';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';
import { useSegmentWords } from '@/app/(dashboard)/audience-segments/use-segment-words';

interface Named {
  id: string;
  name: string;
}

/** The names of lists and segments, for the parts that refer to them by their ids. */
interface Names {
  lists: readonly Named[];
  segments: readonly Named[];
  /** undefined: it is gone, or not there yet. */
  list: (id: string | undefined) => string | undefined;
  segment: (id: string | undefined) => string | undefined;
}

const nameIn = (all: readonly Named[], id: string | undefined): string | undefined =>
  all.find((each) => each.id === id)?.name;

function useNames(): Names {
  const trpc = useTRPC();
  const words = useSegmentWords();
  const { data: lists = [] } = useQuery(trpc.contactLists.list.queryOptions());
  const { data: segments } = useQuery(trpc.audienceSegments.list.queryOptions({ status: 'active' }));
  const shown = (segments?.segments ?? []).map((segment) => ({ id: segment.id, name: words(segment).name }));
  return {
    lists,
    segments: shown,
    list: (id) => nameIn(lists, id),
    segment: (id) => nameIn(shown, id),
  };
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Returns the key by which an event's words are found. */
export const keyOfEvent = (event: WaitEvent | GoalEvent): EventKey => event.replace('.', '_') as EventKey;
type EventKey =
  | 'purchase'
  | 'cart_recovered'
  | 'order_refunded'
  | 'message_opened'
  | 'message_clicked'
  | 'message_replied'
  | 'list_added'
  | 'event'
  | 'discount_redeemed';

export function useFunnelWords() {
  const t = useTranslations('funnels');
  const locale = useLocale();
  const format = useFormat();
  const names = useNames();
  const conditions = useConditionWords();

  /** “1 day 2 hours” */
  const duration = (minutes: number): string => {
    const parts = [
      ['day', Math.floor(minutes / DAY)],
      ['hour', Math.floor((minutes % DAY) / HOUR)],
      ['minute', minutes % HOUR],
    ] as const;
    return parts
      .filter(([, value]) => value > 0)
      .map(([unit, value]) => numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value))
      .join(' ');
  };
  const delay = (config: StepOf<'delay'>['config']): string => {
    if ('minutes' in config) return duration(config.minutes);
    return t('words.atTime', { days: config.days, at: config.at });
  };
  const segment = (definition: Segment): string =>
    conditions
      .groupsOf({ definition })
      .map(({ match, sentences }) => sentences.join(t(match === 'all' ? 'words.and' : 'words.or')))
      .join(t(definition.match === 'all' ? 'words.and' : 'words.or'));
  const cause = (each: WaitCause): string => {
    if ('definition' in each) return segment(each.definition);
    if (each.name !== undefined)
      return t('words.shopEvent', { name: each.name }) + (each.where ?? []).map(conditions.propertyWords).join('');
    const list = each.listId === undefined ? undefined : (names.list(each.listId) ?? t('words.goneList'));
    return list === undefined ? t(`words.events.${keyOfEvent(each.event)}`) : t('words.addedTo', { list });
  };
  const wait = ({ any, minutes }: StepOf<'wait_until'>['config']): string =>
    t('words.waitUntil', { causes: any.map(cause).join(t('words.or')), duration: duration(minutes) });
  const condition = (config: StepOf<'condition'>['config'], nameOf: (stepId: string) => string): string => {
    if ('definition' in config) return segment(config.definition);
    if ('stepId' in config) return t('words.message', { step: nameOf(config.stepId), is: t(`words.is.${config.is}`) });
    return t('words.cartRecovered');
  };
  const worth = ({ minValue, currency }: { minValue: number | null; currency: string | null }): string =>
    minValue === null || currency === null ? '' : ` ${t('words.worth', { amount: format.money(minValue, currency) })}`;
  const trigger = (each: FunnelTrigger): string => {
    switch (each.type) {
      case 'list_added':
        return t('words.trigger.list_added', { list: names.list(each.listId) ?? t('words.goneList') });
      case 'segment_entered':
        return t('words.trigger.segment_entered', { segment: names.segment(each.segmentId) ?? t('words.goneSegment') });
      case 'abandoned_cart':
        return t('words.trigger.abandoned_cart') + worth(each);
      case 'order_placed':
        return t(each.firstOnly ? 'words.trigger.first_order' : 'words.trigger.order_placed') + worth(each);
      case 'event':
        return t('words.trigger.event', { name: each.name }) + each.where.map(conditions.propertyWords).join('');
      case 'date': {
        const { attribute, at, offsetDays, yearly } = each;
        const when = t(yearly ? 'words.trigger.everyYear' : 'words.trigger.once');
        return t('words.trigger.date', { attribute, at, when, days: Math.abs(offsetDays), side: sideOf(offsetDays) });
      }
      case 'manual':
        return t('words.trigger.manual');
    }
  };
  const goal = ({ event, listId, withinDays }: FunnelGoal): string =>
    t('words.goal', {
      event:
        listId === undefined
          ? t(`words.events.${keyOfEvent(event)}`)
          : t('words.addedTo', { list: names.list(listId) ?? t('words.goneList') }),
      days: withinDays,
    });
  /** “E-mail over Mailgun”; a label that says what it is stands alone. */
  const send = (provider: ProviderId): string => {
    const { label, family } = providerEntry(provider);
    const known = family === 'email' || family === 'sms' || family === 'push' ? family : 'other';
    return t(`words.sends.${known}`, { channel: label });
  };
  /** Returns the title of a card: what it does, or how it goes. */
  const title = (step: Step): string =>
    step.kind === 'send'
      ? send(step.config.provider)
      : step.kind === 'list'
        ? t('add' in step.config ? 'words.listAdd' : 'words.listRemove')
        : t(`kinds.${step.kind}.title`);
  const list = (config: StepOf<'list'>['config']): string =>
    names.list('add' in config ? config.add : config.remove) ?? t('words.goneList');
  const code = ({ config }: StepOf<'mint_code'>): string => {
    const { type, value, currency, prefix, expiresInHours } = config;
    const gives = type === 'percent' ? format.percent(value / 100) : format.money(value, currency);
    return t('words.code', { gives, prefix, duration: duration(expiresInHours * HOUR) });
  };
  /** Returns the action of the step, in one line. */
  const summary = (step: Step, nameOf: (stepId: string) => string): string => {
    switch (step.kind) {
      case 'send':
        return '';
      case 'delay':
        return delay(step.config);
      case 'wait_until':
        return wait(step.config);
      case 'condition':
        return condition(step.config, nameOf);
      case 'split':
        return step.config.variants
          .map(({ id, weight }) => `${variant(id)} ${format.percent(weight / 100)}`)
          .join(' · ');
      case 'mint_code':
        return code(step);
      case 'update_contact':
        return Object.entries(step.config.attributes)
          .map(([key, value]) =>
            value === null
              ? t('words.removes', { key })
              : `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
          )
          .join(', ');
      case 'list':
        return list(step.config);
      case 'exit':
        return step.config.reason;
    }
  };
  const variant = (id: string): string => (id.length === 1 ? t('words.variant', { id: id.toUpperCase() }) : id);
  const branch = (step: Step, name: string): string => {
    switch (step.kind) {
      case 'wait_until':
        return t(name === 'next' ? 'words.happened' : 'words.timeout');
      case 'condition':
        return t(name === 'yes' ? 'words.yes' : 'words.no');
      case 'split':
        return variant(name);
      default:
        return '';
    }
  };
  const problem = ({ code: of }: Pick<FunnelProblem, 'code'>): string => t(`problems.${of}`);
  return {
    t,
    names,
    duration,
    delay,
    wait,
    condition,
    segment,
    trigger,
    goal,
    title,
    summary,
    branch,
    variant,
    problem,
  };
}

const sideOf = (days: number): 'on' | 'before' | 'after' => (days === 0 ? 'on' : days < 0 ? 'before' : 'after');

export type FunnelWords = ReturnType<typeof useFunnelWords>;

/** Steps by the number that their card has: “3”. */
export const nameByNumber =
  (numbers: ReadonlyMap<string, number>) =>
  (stepId: string): string =>
    String(numbers.get(stepId) ?? stepId);
