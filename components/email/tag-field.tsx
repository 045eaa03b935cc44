'use client';
import { ActionIcon, Menu, Textarea, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useAccount } from '@/components/shell/use-account';
import { SMALL_ICON } from '@/components/ui/icon';
import { MERGE_TAGS } from '@/server/platform/email/merge-tags';
import classes from './tag-field.module.css';

interface Props {
  label: string;
  description?: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  error?: string | undefined;
  required?: boolean;
  /** Grows with its text. */
  lines?: { min: number; max: number };
  /** The field is an address: a tag replaces all of it. */
  address?: boolean;
  /** The formatting of a field with lines: what stands above it, and what its keys do. */
  formatted?: Formatted;
}

export interface Formatted {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  frame: (field: ReactNode) => ReactNode;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

const ADDRESS_TAGS = ['cartUrl', 'productUrl'] as const;

/** `tokoanda.co.id/kopi` as people write it → an address; `halo@tokoanda.co.id` → one that opens a mail. */
function completed(value: string): string {
  const text = value.trim();
  if (/^[^\s@/:{}]+@[^\s@/:{}][^\s@/:{}.]*\.[^\s@/:{}]+$/.test(text)) return `mailto:${text}`;
  return /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#]\S*)?$/u.test(text) ? `https://${text}` : text;
}

/** A text with a menu that puts merge tags where the caret is; without the menu on a server that fills in none. */
export function TagField({
  label,
  description,
  placeholder,
  value,
  onChange,
  maxLength,
  error,
  required = false,
  lines,
  address = false,
  formatted,
}: Props) {
  const t = useTranslations('templates.tags');
  const offersTags = useAccount()?.mergeTags === true;
  const input = useRef<HTMLInputElement | null>(null);
  const own = useRef<HTMLTextAreaElement | null>(null);
  const area = formatted?.field ?? own;

  const insert = (tag: string) => {
    const element = input.current ?? area.current;
    const words = `{${tag}}`;
    const [from, to] = address
      ? [0, value.length]
      : [element?.selectionStart ?? value.length, element?.selectionEnd ?? value.length];
    const next = value.slice(0, from) + words + value.slice(to);
    if (next.length > maxLength) return;
    onChange(next);
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(from + words.length, from + words.length);
    });
  };
  const menu = (
    <Menu position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('insert', { field: label })}
          className={lines ? classes.atTop : undefined}
        >
          <IconBraces {...SMALL_ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('title')}</Menu.Label>
        {(address ? ADDRESS_TAGS : MERGE_TAGS).map((tag) => (
          <Menu.Item
            key={tag}
            onClick={() => insert(tag)}
            rightSection={<code className={classes.tag}>{`{${tag}}`}</code>}
          >
            {t(`names.${tag}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  const common = {
    label,
    description,
    placeholder,
    value,
    maxLength,
    error,
    required,
    rightSection: offersTags ? menu : undefined,
    withAsterisk: false,
  };
  if (lines)
    return (
      <Textarea
        ref={area}
        {...common}
        {...(formatted && { id: formatted.id, inputContainer: formatted.frame, onKeyDown: formatted.onKeyDown })}
        autosize
        minRows={lines.min}
        maxRows={lines.max}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      ref={input}
      {...common}
      {...(address && {
        inputMode: 'url' as const,
        spellCheck: false,
        autoCapitalize: 'none',
        onBlur: () => completed(value) !== value && onChange(completed(value)),
      })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
