'use client';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconChevronDown,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { BlockFields } from '@/components/email/block-fields';
import { BLOCK_ICONS, summaryOf } from '@/components/email/blocks';
import { useProduct } from '@/components/email/shop-fields';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import type { Block } from '@/server/platform/email/blocks-schema';
import classes from './block-editor.module.css';

interface Props {
  id: string;
  block: Block;
  index: number;
  count: number;
  opened: boolean;
  /** Put the caret into its first field: it was just added. */
  fresh: boolean;
  /** No block more fits in. */
  full: boolean;
  fault: (field: string) => string | undefined;
  faulty: boolean;
  onToggle: () => void;
  onChange: (block: Block) => void;
  onMove: (to: number) => void;
  onDuplicate: () => void;
  /** Keeps it for other e-mails. */
  onSave: () => void;
  onRemove: () => void;
}

/** One block: a line to drag, open and act on, and its fields while it is open. */
export function BlockCard({
  id,
  block,
  index,
  count,
  opened,
  fresh,
  full,
  fault,
  faulty,
  onToggle,
  onChange,
  onMove,
  onDuplicate,
  onSave,
  onRemove,
}: Props) {
  const t = useTranslations('templates');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fresh && opened) fields.current?.querySelector<HTMLElement>('input:not([type="file"]), textarea')?.focus();
  }, [fresh, opened]);

  // A block folds before it is lifted: its line alone is moved, and the sensors measure what they will move.
  const fold = () => {
    if (opened) flushSync(onToggle);
  };
  const kind = t(`kinds.${block.kind}`);
  const place = { place: index + 1, kind };
  const product = useProduct(block.kind === 'product' ? block.externalRef : '');
  const summary = product?.name ?? summaryOf(block).trim();
  const KindIcon = BLOCK_ICONS[block.kind];
  return (
    <li
      ref={setNodeRef}
      className={classes.block}
      data-open={opened || undefined}
      data-dragging={isDragging || undefined}
      data-faulty={faulty || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={classes.bar}>
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={classes.handle}
          {...attributes}
          {...listeners}
          aria-label={t('editor.drag', place)}
          onPointerDownCapture={fold}
          onKeyDownCapture={({ key }) => (key === ' ' || key === 'Enter') && fold()}
        >
          <IconGripVertical {...SMALL_ICON} />
        </button>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={`${id}-fields`}
          onClick={onToggle}
        >
          <KindIcon {...ICON} />
          <span className={classes.kind}>{kind}</span>
          <span className={classes.summary}>{summary}</span>
          {faulty && (
            <IconAlertCircle size={16} stroke={1.7} className={classes.alert} aria-label={t('editor.faulty')} />
          )}
          <IconChevronDown {...SMALL_ICON} className={classes.chevron} />
        </button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('editor.actions', place)}>
              <IconDots {...SMALL_ICON} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconArrowUp {...SMALL_ICON} />}
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            >
              {t('editor.up')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown {...SMALL_ICON} />}
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            >
              {t('editor.down')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy {...SMALL_ICON} />} disabled={full} onClick={onDuplicate}>
              {t('editor.duplicate')}
            </Menu.Item>
            <Menu.Item leftSection={<IconBookmark {...SMALL_ICON} />} onClick={onSave}>
              {t('editor.save')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash {...SMALL_ICON} />} onClick={onRemove}>
              {t('editor.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {opened && (
        <div
          ref={fields}
          id={`${id}-fields`}
          className={classes.fields}
          role="group"
          aria-label={t('editor.block', place)}
        >
          <BlockFields block={block} onChange={onChange} fault={fault} />
        </div>
      )}
    </li>
  );
}
