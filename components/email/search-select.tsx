'use client';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

export interface Option {
  value: string;
  label: string;
}

const TYPING_MS = 200;
const LONGEST_SEARCH = 100;

export interface SearchWords {
  words: string;
  setWords: (words: string) => void;
  /** The text to search, a moment after the last key; '' for the first of all. */
  q: string;
  /** Somebody has opened it: until then nothing needs to be found. */
  isOpened: boolean;
  open: () => void;
}

/** @param chosen the words of what is chosen: standing in the field they are no search */
export function useSearchWords(chosen: string | undefined): SearchWords {
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words === chosen ? '' : words.trim().slice(0, LONGEST_SEARCH), TYPING_MS);
  const [isOpened, setOpened] = useState(false);
  return { words, setWords, q, isOpened, open: () => setOpened(true) };
}

interface Props {
  label: string;
  description?: string;
  placeholder: string;
  nothing: string;
  /** The chosen option, whether a search finds it or not. */
  chosen: Option | undefined;
  search: SearchWords;
  found: readonly Option[];
  onChange: (option: Option | undefined) => void;
  error?: string | undefined;
  /** Names the button that takes the choice back; without it there is none. */
  clear?: string;
}

/** One record of very many, which the server searches. */
export function SearchSelect({ chosen, search, found, nothing, onChange, clear, ...rest }: Props) {
  const data = chosen === undefined || found.some(({ value }) => value === chosen.value) ? found : [chosen, ...found];
  return (
    <Select
      {...rest}
      clearable={clear !== undefined}
      clearButtonProps={{ 'aria-label': clear }}
      searchable
      allowDeselect={false}
      searchValue={search.words}
      onSearchChange={search.setWords}
      onDropdownOpen={search.open}
      // The server has searched already.
      filter={({ options }) => options}
      data={data}
      value={chosen?.value ?? null}
      onChange={(next) => onChange(data.find(({ value }) => value === next))}
      nothingFoundMessage={nothing}
    />
  );
}
