'use client';
import { ActionIcon, Button, Group, Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { SMALL_ICON } from '@/components/ui/icon';
import { useSettled } from '@/components/ui/use-settled';
import { CATEGORY_MATCHES, MOST_CATEGORY_RULES } from '@/server/modules/shops/feeds/vocabulary';
import classes from './category-rules.module.css';

type Rule = Outputs['feeds']['getCategoryRules']['rules'][number];

const EMPTY: Rule = { match: 'is', category: '', googleCategory: '' };
const LONGEST = 200;
const PAUSE_MS = 300;

const isWhole = ({ category, googleCategory }: Rule): boolean => category.trim() !== '' && googleCategory.trim() !== '';

/** The Google categories that match the shop's own ones, and what comes of it. */
export function CategoryRules({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('feeds.categories');
  const query = useQuery(useTRPC().feeds.getCategoryRules.queryOptions(undefined, { enabled: opened }));
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={240} />}
      {query.data && <RulesForm stored={query.data.rules} onDone={onClose} />}
    </FormDrawer>
  );
}

function RulesForm({ stored, onDone }: { stored: readonly Rule[]; onDone: () => void }) {
  const t = useTranslations('feeds.categories');
  const [rules, setRules] = useState<readonly Rule[]>(stored);
  const [isTried, setIsTried] = useState(false);
  const put = useMutation(
    useTRPC().feeds.putCategoryRules.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'gray', message: t('saved') });
        onDone();
      },
    }),
  );
  const isUnfinished = rules.some((rule) => !isWhole(rule));
  const change = (at: number, patch: Partial<Rule>) =>
    setRules(rules.map((rule, index) => (index === at ? { ...rule, ...patch } : rule)));
  const moveUp = (at: number) =>
    setRules(rules.map((rule, index) => (index === at - 1 ? rules[at] : index === at ? rules[at - 1] : rule) ?? rule));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (!isUnfinished) put.mutate({ rules: [...rules] });
      }}
    >
      <Stack gap="lg">
        <p className={classes.help}>{t('lead')}</p>
        {put.error !== null && <ErrorNotice error={put.error} act="write" />}
        {rules.length === 0 && <p className={classes.help}>{t('none')}</p>}
        <ol className={classes.rules}>
          {rules.map((rule, at) => (
            <li key={at}>
              <RuleFields
                rule={rule}
                number={at + 1}
                problem={isTried ? t('missing') : null}
                onChange={(patch) => change(at, patch)}
              />
              <Group gap={4} className={classes.acts}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={at === 0}
                  aria-label={t('up', { number: at + 1 })}
                  onClick={() => moveUp(at)}
                >
                  <IconArrowUp {...SMALL_ICON} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('remove', { number: at + 1 })}
                  onClick={() => setRules(rules.filter((_, index) => index !== at))}
                >
                  <IconTrash {...SMALL_ICON} />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </ol>
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus {...SMALL_ICON} />}
            disabled={rules.length >= MOST_CATEGORY_RULES}
            onClick={() => setRules([...rules, EMPTY])}
          >
            {t('add')}
          </Button>
        </Group>
        <Preview rules={rules.filter(isWhole)} />
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={put.isPending}>
          {t('save')}
        </Button>
      </FormActions>
    </form>
  );
}

interface RuleProps {
  rule: Rule;
  number: number;
  /** The message for an empty field; null before anybody has tried to save. */
  problem: string | null;
  onChange: (patch: Partial<Rule>) => void;
}

function RuleFields({ rule, number, problem, onChange }: RuleProps) {
  const t = useTranslations('feeds.categories');
  const faultOf = (value: string) => (value.trim() === '' ? problem : null);
  return (
    <>
      <TextInput
        label={t('own')}
        aria-label={t('ownOf', { number })}
        maxLength={LONGEST}
        value={rule.category}
        error={faultOf(rule.category)}
        onChange={(event) => onChange({ category: event.currentTarget.value })}
      />
      <Select
        label={t('match')}
        aria-label={t('matchOf', { number })}
        data={CATEGORY_MATCHES.map((value) => ({ value, label: t(`matches.${value}`) }))}
        allowDeselect={false}
        value={rule.match}
        onChange={(next) => onChange({ match: CATEGORY_MATCHES.find((known) => known === next) ?? 'is' })}
      />
      <TextInput
        className={classes.google}
        label={t('google')}
        aria-label={t('googleOf', { number })}
        description={t('googleHelp')}
        placeholder={t('example')}
        maxLength={LONGEST}
        value={rule.googleCategory}
        error={faultOf(rule.googleCategory)}
        onChange={(event) => onChange({ googleCategory: event.currentTarget.value })}
      />
    </>
  );
}

/** The shop's own categories, and what the feed would say of them. */
function Preview({ rules }: { rules: readonly Rule[] }) {
  const t = useTranslations('feeds.categories');
  const asked = useSettled(rules, PAUSE_MS).value;
  const query = useQuery(
    useTRPC().feeds.categoriesBy.queryOptions({ rules: [...asked] }, { placeholderData: keepPreviousData }),
  );
  const said = (google: string | null, own: string | null): string => {
    if (google === null) return t('left');
    return google === own ? t('asIs') : google;
  };
  return (
    <section aria-label={t('preview')}>
      <h3 className={classes.head}>{t('preview')}</h3>
      <p className={classes.help}>{t('previewHelp')}</p>
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={120} />}
      {query.data?.categories.length === 0 && <p className={classes.help}>{t('noProducts')}</p>}
      <ul className={classes.preview}>
        {query.data?.categories.map(({ category, products, googleCategory, rule }) => (
          <li key={category ?? ''} data-ruled={rule !== null || undefined}>
            <span>
              {category ?? t('noOwn')} <small>{t('products', { count: products })}</small>
            </span>
            <span>{said(googleCategory, category)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
