'use client';
/** Fields, operators and whole conditions in words. */
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSourceWords } from '@/app/(dashboard)/contacts/use-source-words';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import type { FieldType, PropertyCondition } from '@/server/modules/audience/audience-segments/schema';
import { SHOP_EVENT } from '@/server/modules/audience/audience-segments/vocabulary';
import { KNOWN_EVENTS } from '@/server/modules/audience/events/vocabulary';
import { conditionOf, draftOf, type ConditionDraft, type Op } from './draft';
import type { Segment } from './segment';

const FIELDS = [
  'email',
  'phone',
  'firstName',
  'lastName',
  'source',
  'externalRef',
  'createdAt',
  'updatedAt',
  'list',
] as const;
const FAMILIES = ['email', 'sms', 'whatsapp', 'telegram', 'line', 'push', 'facebook', 'instagram', 'x'] as const;
const EVENTS = {
  'message.sent': 'sent',
  'message.delivered': 'delivered',
  'message.opened': 'opened',
  'message.clicked': 'clicked',
  'message.bounced': 'bounced',
  'discount.redeemed': 'redeemed',
  'cart.abandoned': 'abandoned',
  'cart.recovered': 'recovered',
  'order.placed': 'ordered',
  'order.refunded': 'refunded',
  'referral.rewarded': 'rewarded',
} as const;
const STATES = ['subscribed', 'unsubscribed', 'pending'] as const;

export type FieldGroup = 'contact' | 'subscriptions' | 'socialHandles' | 'attributes' | 'lists' | 'events';

export function groupOf(field: string, type: FieldType): FieldGroup {
  if (type === 'event') return 'events';
  if (type === 'list') return 'lists';
  const [head] = field.split('.');
  return head === 'subscriptions' || head === 'socialHandles' || head === 'attributes' ? head : 'contact';
}

export function useConditionWords() {
  const t = useTranslations('audienceSegments.words');
  const format = useFormat();
  const sourceWords = useSourceWords();
  const trpc = useTRPC();
  const { data: lists } = useQuery(trpc.contactLists.list.queryOptions());
  const listName = (id: string): string =>
    lists?.find((list) => list.id === id)?.name ?? (lists === undefined ? '…' : t('goneList'));

  const fieldName = (field: string): string => {
    const known = FIELDS.find((each) => each === field);
    if (known) return t(`fields.${known}`);
    const event = Object.entries(EVENTS).find(([name]) => name === field)?.[1];
    if (event) return t(`events.${event}`);
    if (field.startsWith(SHOP_EVENT)) return eventName(field.slice(SHOP_EVENT.length));
    const [head = '', ...rest] = field.split('.');
    const key = rest.join('.');
    if (head === 'attributes') return key;
    const family = FAMILIES.find((each) => each === key);
    const name = family ? t(`families.${family}`) : key;
    return head === 'subscriptions' ? t('subscription', { family: name }) : t('handle', { family: name });
  };
  const opName = (op: Op, type: FieldType): string => {
    if (type === 'date' && (op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte')) return t(`dateOps.${op}`);
    return t(`ops.${op}`);
  };
  const valueWords = (
    value: string | number | boolean,
    { type, field }: Pick<ConditionDraft, 'type' | 'field'>,
  ): string => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') return format.number(value);
    if (type === 'list') return listName(value);
    if (type === 'date') return format.dateTime(value);
    if (field === 'source') return sourceWords(value);
    const state = field.startsWith('subscriptions.') ? STATES.find((each) => each === value) : undefined;
    return state ? t(`states.${state}`) : value;
  };
  /** An event of the shop: those that every shop has in words, its own as it calls them. */
  const eventName = (name: string): string => {
    const known = KNOWN_EVENTS.find((each) => each === name);
    return known === undefined ? t('shopEvent', { name }) : t(`shopEvents.${known}`);
  };
  /** “, where price is at least 100” */
  const propertyWords = ({
    property,
    op,
    value,
    entryProperty,
  }: PropertyCondition & { entryProperty?: string | undefined }): string => {
    const shown = (each: string | number | boolean): string => valueWords(each, { type: 'text', field: '' });
    const values =
      entryProperty !== undefined
        ? t('ofEntry', { property: entryProperty })
        : value === undefined
          ? ''
          : Array.isArray(value)
            ? value.map(shown).join(', ')
            : shown(value);
    return t('where', { property, op: opName(op, 'text'), value: values }).trimEnd();
  };
  /** “City is Bandung” */
  const sentence = (condition: ConditionDraft): string => {
    const { field, type, op, value, upTo, values, count, withinDays, where } = condition;
    const name = fieldName(field);
    if (type === 'event') {
      const days = withinDays === '' ? '' : ` ${t('window', { days: withinDays })}`;
      const window = [...where.map(propertyWords), days].join('');
      return op === 'none'
        ? t('never', { event: name, window })
        : t('times', { event: name, op: opName(op, type), count: Number(count), window });
    }
    if (op === 'is_set' || op === 'not_set') return `${name} ${opName(op, type)}`;
    if (op === 'within_days' || op === 'not_within_days') return `${name} ${t(op, { days: Number(value) })}`;
    if (op === 'between')
      return `${name} ${t('from', { first: valueWords(value, condition), last: valueWords(upTo, condition) })}`;
    const shown =
      op === 'in' || op === 'not_in'
        ? values.map((each) => valueWords(each, condition)).join(', ')
        : valueWords(value, condition);
    return `${name} ${opName(op, type)} ${shown}`;
  };
  const groupsOf = ({ definition }: Pick<Segment, 'definition'>): { match: 'all' | 'any'; sentences: string[] }[] =>
    draftOf(definition, []).groups.map(({ match, conditions }) => ({
      match,
      sentences: conditions.filter((each) => conditionOf(each) !== null).map(sentence),
    }));
  return { fieldName, opName, valueWords, sentence, propertyWords, groupsOf, lists, listName };
}

export type ConditionWords = ReturnType<typeof useConditionWords>;
