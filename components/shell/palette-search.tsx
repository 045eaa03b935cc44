'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { matching, usePaletteActions, type Choice, useGo, type ChoiceGroup } from '@/components/shell/palette-actions';
import { ICON } from '@/components/ui/icon';
import { LONGEST_QUERY, KINDS, SHORTEST_WORD } from '@/server/modules/overview/search/vocabulary';
import classes from './command-palette.module.css';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  IconAddressBook,
  IconAffiliate,
  IconArticle,
  IconFilter,
  IconForms,
  IconHeartHandshake,
  IconListDetails,
  IconMessages,
  IconReceipt,
  IconRoute,
  IconSend,
  IconShoppingBag,
  IconTargetArrow,
  IconTemplate,
  IconTicket,
  IconUsersPlus,
  IconVideo,
  type Icon,
} from '@tabler/icons-react';
import { useTRPC, type Outputs } from '@/app/trpc';

const TYPING_MS = 150;

type Kind = Outputs['search']['records']['items'][number]['kind'];

/** The look of each kind, and the address of its page, before the id. */
const LOOKS: Record<Kind, [icon: Icon, page: string]> = {
  contact: [IconAddressBook, '/contacts/'],
  contactList: [IconListDetails, '/contact-lists/'],
  audienceSegment: [IconFilter, '/audience-segments/'],
  form: [IconForms, '/forms/'],
  order: [IconReceipt, '/orders/'],
  conversation: [IconMessages, '/inbox?conversation='],
  broadcast: [IconSend, '/broadcasts/'],
  funnel: [IconRoute, '/funnels/'],
  template: [IconTemplate, '/templates/'],
  discountCode: [IconTicket, '/discount-codes/'],
  referralLink: [IconUsersPlus, '/referrals/links/'],
  blogPost: [IconArticle, '/blog/'],
  marketingCampaign: [IconTargetArrow, '/marketing-campaigns/'],
  campaign: [IconVideo, '/campaigns/'],
  program: [IconAffiliate, '/programs/'],
  collaboration: [IconHeartHandshake, '/collaborations/'],
  integration: [IconShoppingBag, '/integrations/'],
};

interface RecordSearch {
  groups: ChoiceGroup[];
  /** True when the shown results do not yet match what was typed. */
  isLooking: boolean;
  hasFailed: boolean;
}

/** Checks whether there is a word that finds less than everything. */
const isSearch = (query: string): boolean =>
  query.split(/\s+/).some((word) => Array.from(word).length >= SHORTEST_WORD);

/** Records that have the words, by kind. Those of the words before stay until the new ones are there. */
function useRecordSearch(query: string): RecordSearch {
  const t = useTranslations('shell.palette.kinds');
  const go = useGo();
  const [settled] = useDebouncedValue(query, TYPING_MS);
  const found = useQuery(
    useTRPC().search.records.queryOptions(
      { q: settled },
      { enabled: isSearch(settled), placeholderData: keepPreviousData },
    ),
  );
  if (!isSearch(query)) return { groups: [], isLooking: false, hasFailed: false };
  const items = found.data?.items ?? [];
  const groups = KINDS.map((kind) => {
    const [icon, page] = LOOKS[kind];
    const choices = items
      .filter((item) => item.kind === kind)
      .map(({ id, title, subtitle }) => ({ id, icon, title, subtitle, act: () => go(page + id) }));
    return { key: kind, title: t(kind), choices };
  }).filter(({ choices }) => choices.length > 0);
  return { groups, isLooking: settled !== query || found.isFetching, hasFailed: found.isError };
}

interface Props {
  onDone: () => void;
  takeTyped: () => string;
  icon: ReactNode;
  close: ReactNode;
}

/** The field with what it finds below: arrows move the choice, Enter takes it, as in every list box. */
export function PaletteSearch({ onDone, takeTyped, icon, close }: Props) {
  const t = useTranslations('shell.palette');
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const query = typed.trim();
  const records = useRecordSearch(query);
  const groups = [...matching(usePaletteActions(), query), ...records.groups];
  const choices = groups.flatMap((group) => group.choices);
  // What is gone from the list cannot be taken any more.
  const at = Math.max(
    choices.findIndex((choice) => choice.id === chosenId),
    0,
  );
  const chosen = choices[at];
  const optionId = (choice: Choice): string => `${id}-${choice.id}`;
  const take = (choice: Choice): void => {
    onDone();
    choice.act();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || chosen === undefined) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) setChosenId(choices[(at + move + choices.length) % choices.length]?.id);
    else if (event.key === 'Enter') take(chosen);
    else return;
    event.preventDefault();
  };
  const list = useChosenInSight(chosen?.id);
  const said = records.hasFailed ? t('failed') : records.isLooking ? t('looking') : t('nothing', { query });
  return (
    <>
      <div className={classes.field}>
        {icon}
        <input
          data-autofocus
          role="combobox"
          aria-label={t('placeholder')}
          aria-autocomplete="list"
          aria-expanded={chosen !== undefined}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && optionId(chosen)}
          placeholder={t('placeholder')}
          maxLength={LONGEST_QUERY}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onFocus={() => {
            const ahead = takeTyped();
            setTyped((rest) => ahead + rest);
          }}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosenId(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        {close}
      </div>
      <div className={classes.line} data-looking={records.isLooking || undefined} />
      {chosen && (
        <div ref={list} role="listbox" id={`${id}-list`} aria-label={t('found')} className={classes.found}>
          {groups.map((group) => (
            <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`} className={classes.group}>
              <div id={`${id}-${group.key}`} role="presentation" className={classes.groupTitle}>
                {group.title}
              </div>
              {group.choices.map((choice) => (
                <Option
                  key={choice.id}
                  id={optionId(choice)}
                  choice={choice}
                  isChosen={choice === chosen}
                  onPoint={() => setChosenId(choice.id)}
                  onTake={() => take(choice)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <p role="status" className={classes.status} data-quiet={chosen !== undefined && !records.hasFailed}>
        {chosen !== undefined && !records.hasFailed && !records.isLooking
          ? t('count', { count: choices.length })
          : said}
      </p>
      {chosen === undefined && !records.isLooking && !records.hasFailed && <p className={classes.hint}>{t('hint')}</p>}
    </>
  );
}

interface OptionProps {
  id: string;
  choice: Choice;
  isChosen: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function Option({ id, choice, isChosen, onPoint, onTake }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isChosen ? undefined : onPoint}
      onClick={onTake}
    >
      <choice.icon {...ICON} />
      <span className={classes.title}>{choice.title}</span>
      {choice.subtitle && <span className={classes.subtitle}>{choice.subtitle}</span>}
    </div>
  );
}

function useChosenInSight(chosenId: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return list;
}
