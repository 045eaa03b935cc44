'use client';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';

const PAUSE_MS = 250;

interface Props {
  /** The subject of the search: “Search codes”. */
  label: string;
  /** The value in the address. */
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
}

/** Searches while one types, after a short pause. */
export function SearchField({ label, value, onChange, maxLength = 100 }: Props) {
  const t = useTranslations('ui');
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // The address changed by other means than this field: filters cleared, the way back.
  if (value !== seen) {
    setSeen(value);
    if (value !== text.trim()) setText(value);
  }
  const announce = useDebouncedCallback((next: string) => onChange(next.trim()), PAUSE_MS);
  const change = (next: string) => {
    setText(next);
    announce(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={maxLength}
      leftSection={<IconSearch {...SMALL_ICON} />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => change('')} />}
      onChange={(event) => change(event.currentTarget.value)}
      // Whoever goes on to a row has finished: a change of the address after that would break off the way there.
      onBlur={() => announce.flush()}
    />
  );
}
