'use client';
import { Combobox, useCombobox, type ComboboxStore } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import classes from './inbox.module.css';

type SavedReply = Outputs['inbox']['savedReplies']['savedReplies'][number];

const MOST = 6;

interface Search {
  combobox: ComboboxStore;
  /** null while the text does not begin with a slash. */
  found: readonly SavedReply[] | null;
  /** A reply can be chosen, so Enter and Send do not send the text. */
  isOpen: boolean;
}

/** Finds saved replies by shortcut or name while the text begins with `/`. Escape closes the list. */
export function useSavedReplies(text: string): Search {
  const combobox = useCombobox();
  const isAsked = text.startsWith('/');
  const { data } = useQuery(useTRPC().inbox.savedReplies.queryOptions(undefined, { enabled: isAsked }));
  const looked = text.slice(1).trim().toLowerCase();
  const found =
    !isAsked || data === undefined
      ? null
      : data.savedReplies
          .filter(({ name, shortcut }) => shortcut.startsWith(looked) || name.toLowerCase().includes(looked))
          .toSorted((one, other) => one.name.localeCompare(other.name))
          .slice(0, MOST);
  const listed = found?.map(({ id }) => id).join() ?? '';
  const show = useEffectEvent((isListed: boolean) => {
    if (!isListed) return combobox.closeDropdown();
    combobox.openDropdown();
    combobox.selectFirstOption();
  });
  useEffect(() => show(listed !== ''), [listed]);
  return { combobox, found, isOpen: listed !== '' && combobox.dropdownOpened };
}

interface Props extends Search {
  onChoose: (id: string, name: string) => void;
  /** The field, which keeps the focus while arrows and Enter choose. */
  children: ReactNode;
}

/** The saved replies that were found, above the field in which they are looked for. */
export function SavedReplies({ combobox, found, isOpen, onChoose, children }: Props) {
  const t = useTranslations('inbox');
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const chosen = found?.find((reply) => reply.id === id);
        if (chosen !== undefined) onChoose(chosen.id, chosen.name);
      }}
    >
      {found?.length === 0 && <p className={classes.soft}>{t('noSaved')}</p>}
      {found !== null && found.length > 0 && (
        <Combobox.Options className={classes.saved} aria-label={t('savedReplies')} hidden={!isOpen}>
          {found.map(({ id, name, shortcut, text: words }) => (
            <Combobox.Option key={id} value={id} className={classes.savedReply}>
              <strong>{name}</strong> <code>/{shortcut}</code>
              <span>{words}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      )}
      <Combobox.Target withKeyboardNavigation={isOpen}>{children}</Combobox.Target>
    </Combobox>
  );
}
