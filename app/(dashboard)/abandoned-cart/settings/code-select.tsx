'use client';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import type { Code } from '@/app/(dashboard)/discount-codes/code';
import { CodeStatus } from '@/app/(dashboard)/discount-codes/code-status';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import { useTRPC } from '@/app/trpc';
import { codeOptions, offerOptions } from './code-reads';
import classes from './settings.module.css';

const PAUSE_MS = 200;

interface Props {
  /** Id of the code. */
  value: string | null;
  onChange: (id: string | null) => void;
  error: ReactNode;
}

/** The code that the reminder offers, found among the active ones by typing. */
export function CodeSelect({ value, onChange, error }: Props) {
  const t = useTranslations('abandonedCart.settings');
  const words = useCodeWords();
  const trpc = useTRPC();
  const [search, setSearch] = useState('');
  // Kept from the list, so that what was just chosen has its name at once.
  const [picked, setPicked] = useState<Code | null>(null);
  const stored = useQuery({ ...codeOptions(trpc, value), enabled: value !== null && picked?.id !== value });
  const chosen = value === null ? null : picked?.id === value ? picked : (stored.data ?? null);
  const [q] = useDebouncedValue(search.trim().slice(0, 100), PAUSE_MS);
  // The chosen code's own name stands in the field; it is no search.
  const wanted = q === chosen?.code ? '' : q;
  const query = useQuery(offerOptions(trpc, wanted));
  const found = query.data?.items ?? [];
  const all = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  // Until the server has searched, the list narrows by what is typed, so that it does not move under a finger later.
  const isSearched = search === chosen?.code || (q === search.trim() && !query.isPlaceholderData);
  const options = isSearched ? all : all.filter(({ code }) => code.includes(search.trim().toUpperCase()));
  const byId = new Map(options.map((code) => [code.id, code]));
  return (
    <div>
      <Select
        label={t('code')}
        description={t('codeHelp')}
        placeholder={t('codeNone')}
        error={error}
        searchable
        clearable
        // Whoever clicks the chosen one again means it.
        allowDeselect={false}
        clearButtonProps={{ 'aria-label': t('codeClear') }}
        data={options.map(({ id, code }) => ({ value: id, label: code }))}
        value={value}
        searchValue={search}
        onSearchChange={setSearch}
        // Also of the one that is chosen already, whose value does not change.
        onOptionSubmit={(id) => setSearch(byId.get(id)?.code ?? '')}
        onChange={(id) => {
          setPicked(id === null ? null : (byId.get(id) ?? null));
          onChange(id);
        }}
        // The server has searched already.
        filter={({ options: all }) => all}
        nothingFoundMessage={query.isPending ? t('codeLoading') : t('codeNothing')}
        renderOption={({ option }) => {
          const code = byId.get(option.value);
          return (
            <span className={classes.option}>
              <span className={classes.code}>{option.label}</span>
              {code && (
                <span className={classes.soft}>
                  {[words.gives(code), words.terms(code)].filter((part) => part !== '').join(', ')}
                </span>
              )}
            </span>
          );
        }}
      />
      {chosen !== null && (
        <p className={classes.chosen}>
          <CodeStatus code={chosen} />
          <span className={classes.soft}>
            {[words.gives(chosen), words.terms(chosen)].filter((part) => part !== '').join(', ')}
          </span>
        </p>
      )}
    </div>
  );
}
