'use client';
/**
 * The editor of a block document (docs/contract/broadcasts.md#block-document): what stands in the inbox, the accent,
 * and the blocks in their order.
 */
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type Modifier,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
  arrayMove,
} from '@dnd-kit/sortable';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useId, useState, useRef } from 'react';
import { AddBlock } from '@/components/email/add-block';
import { BlockCard } from '@/components/email/block-card';
import type { Faults } from '@/components/email/document-faults';
import { TagField } from '@/components/email/tag-field';
import { whenOpened } from '@/components/ui/when-opened';
import {
  BLOCK_LIMITS,
  type BlockDocument,
  DEFAULT_ACCENT,
  type Block,
  type BlockKind,
} from '@/server/platform/email/blocks-schema';
import classes from './block-editor.module.css';
import { ColorInput } from '@mantine/core';
import { newBlock } from '@/components/email/blocks';

/** Keeps an id for each block while it is edited, moved and copied: blocks themselves have none. */
function useBlockList(blocks: Block[], onChange: (blocks: Block[]) => void) {
  const prefix = useId();
  const made = useRef(0);
  const fresh = (): string => `${prefix}-new-${made.current++}`;
  const [ids, setIds] = useState<string[]>(() => blocks.map((_, index) => `${prefix}-${index}`));
  const [opened, setOpened] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  // The document was replaced from outside.
  if (ids.length !== blocks.length) setIds(blocks.map((_, index) => ids[index] ?? `${prefix}-late-${index}`));

  const put = (nextIds: string[], nextBlocks: Block[]) => {
    setIds(nextIds);
    onChange(nextBlocks);
  };
  const insert = (at: number, ...inserted: Block[]) => {
    const made = inserted.map(fresh);
    put(ids.toSpliced(at, 0, ...made), blocks.toSpliced(at, 0, ...inserted));
    setOpened(made[0] ?? null);
    setAdded(made[0] ?? null);
  };
  /**
   * Before a footer that closes the e-mail, for that is where one adds to a letter; a header goes first, a footer last.
   */
  const placeFor = (kind: BlockKind | undefined): number => {
    if (kind === 'header') return 0;
    return kind !== 'footer' && blocks.at(-1)?.kind === 'footer' ? blocks.length - 1 : blocks.length;
  };
  return {
    ids,
    opened,
    added,
    toggle: (id: string) => setOpened(opened === id ? null : id),
    open: (index: number) => setOpened(ids[index] ?? null),
    /** With the caret in its first field. */
    openFresh: (index: number) => {
      setOpened(ids[index] ?? null);
      setAdded(ids[index] ?? null);
    },
    change: (index: number, block: Block) => onChange(blocks.with(index, block)),
    move: (from: number, to: number) => put(arrayMove(ids, from, to), arrayMove(blocks, from, to)),
    remove: (index: number) => put(ids.toSpliced(index, 1), blocks.toSpliced(index, 1)),
    duplicate: (index: number) => {
      const block = blocks[index];
      if (block) insert(index + 1, { ...block });
    },
    add: (kind: BlockKind) => insert(placeFor(kind), newBlock(kind)),
    /** Neighbours, in their order. */
    addAll: (saved: readonly Block[]) => insert(placeFor(saved[0]?.kind), ...saved),
  };
}

/** Dark enough for white words, each of them. */
const SWATCHES = [DEFAULT_ACCENT, '#7c2d12', '#b45309', '#4d7c0f', '#1d4ed8', '#6d28d9', '#be185d', '#1f2937'];

function AccentField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}) {
  const t = useTranslations('templates.fields');
  return (
    <ColorInput
      label={t('accentColor')}
      description={t('accentHelp')}
      value={value}
      onChange={onChange}
      error={error}
      format="hex"
      placeholder={DEFAULT_ACCENT}
      swatches={SWATCHES}
      swatchesPerRow={8}
      withEyeDropper={false}
      popoverProps={{ withinPortal: true }}
    />
  );
}

interface Props {
  value: BlockDocument;
  onChange: (value: BlockDocument) => void;
  /** Words at places of the document: `subject`, `blocks.2.url` (document-faults.ts). The first faulty block opens. */
  faults?: Faults;
  /** The block that somebody pointed at elsewhere: it opens and comes into sight. Another object each time. */
  pointed?: { index: number } | undefined;
}

const SaveBlocks = whenOpened(async () => (await import('@/components/email/save-blocks')).SaveBlocks);

const NOTHING: Faults = {};
const straightUp: Modifier = ({ transform }) => ({ ...transform, x: 0 });

export function BlockEditor({ value, onChange, faults = NOTHING, pointed }: Props) {
  const t = useTranslations('templates');
  const id = useId();
  const { blocks } = value;
  const list = useBlockList(blocks, (next) => onChange({ ...value, blocks: next }));
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const full = blocks.length >= BLOCK_LIMITS.blocks;
  // Each time the dialog is opened it begins anew.
  const [saved, setSaved] = useState<{ index: number | null; round: number }>({ index: null, round: 0 });

  const openFaulty = useEffectEvent(() => {
    const first = Object.keys(faults)
      .map((path) => /^blocks\.(\d+)/.exec(path)?.[1])
      .find((index) => index !== undefined);
    if (first !== undefined) list.open(Number(first));
  });
  useEffect(() => openFaulty(), [faults]);

  const openPointed = useEffectEvent(() => {
    if (pointed) list.openFresh(pointed.index);
  });
  useEffect(() => openPointed(), [pointed]);

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [list.ids.indexOf(String(active.id)), list.ids.indexOf(String(over?.id))];
    if (from !== -1 && to !== -1 && from !== to) list.move(from, to);
  };
  const placeOf = (which: string | number | undefined) => list.ids.indexOf(String(which)) + 1;
  const kindOf = (which: string | number) => {
    const block = blocks[placeOf(which) - 1];
    return block ? t(`kinds.${block.kind}`) : '';
  };
  const lifted = (which: string | number) =>
    t('editor.lifted', { kind: kindOf(which), place: placeOf(which), count: blocks.length });
  const announcements: Announcements = {
    onDragStart: ({ active }) => lifted(active.id),
    // Over itself it is still where it was: that is not to drown what was said at first.
    onDragOver: ({ active, over }) =>
      over === null || over.id === active.id
        ? lifted(active.id)
        : t('editor.over', { kind: kindOf(active.id), place: placeOf(over.id), count: blocks.length }),
    onDragEnd: ({ active, over }) =>
      t('editor.dropped', { kind: kindOf(active.id), place: placeOf(over?.id ?? active.id), count: blocks.length }),
    onDragCancel: ({ active }) => t('editor.cancelled', { kind: kindOf(active.id), place: placeOf(active.id) }),
  };

  return (
    <div className={classes.editor}>
      <section className={classes.envelope} aria-label={t('editor.envelope')}>
        <TagField
          label={t('fields.subject')}
          value={value.subject ?? ''}
          onChange={(subject) => onChange({ ...value, subject })}
          maxLength={BLOCK_LIMITS.subject}
          error={faults.subject}
        />
        <TagField
          label={t('fields.preheader')}
          description={t('fields.preheaderHelp')}
          value={value.preheader ?? ''}
          onChange={(preheader) => onChange({ ...value, preheader })}
          maxLength={BLOCK_LIMITS.preheader}
          error={faults.preheader}
        />
        <AccentField
          value={value.accentColor ?? ''}
          onChange={(accentColor) => onChange({ ...value, accentColor: accentColor === '' ? null : accentColor })}
          error={faults.accentColor}
        />
      </section>
      <section aria-labelledby={`${id}-blocks`}>
        <header className={classes.head}>
          <h2 id={`${id}-blocks`}>{t('editor.blocks')}</h2>
          <span>{t('editor.count', { count: blocks.length, max: BLOCK_LIMITS.blocks })}</span>
        </header>
        {faults.blocks && (
          <p className={classes.fault} role="alert">
            {faults.blocks}
          </p>
        )}
        <DndContext
          id={id}
          sensors={sensors}
          collisionDetection={closestCenter}
          modifiers={[straightUp]}
          onDragEnd={onDragEnd}
          accessibility={{ announcements, screenReaderInstructions: { draggable: t('editor.instructions') } }}
        >
          <SortableContext items={list.ids} strategy={verticalListSortingStrategy}>
            <ol className={classes.list}>
              {blocks.map((block, index) => {
                const blockId = list.ids[index] ?? `${index}`;
                return (
                  <BlockCard
                    key={blockId}
                    id={blockId}
                    block={block}
                    index={index}
                    count={blocks.length}
                    opened={list.opened === blockId}
                    fresh={list.added === blockId}
                    full={full}
                    fault={(field) => faults[`blocks.${index}.${field}`]}
                    faulty={Object.keys(faults).some((path) => path.startsWith(`blocks.${index}.`))}
                    onToggle={() => list.toggle(blockId)}
                    onChange={(next) => list.change(index, next)}
                    onMove={(to) => list.move(index, to)}
                    onDuplicate={() => list.duplicate(index)}
                    onSave={() => setSaved({ ...saved, index })}
                    onRemove={() => list.remove(index)}
                  />
                );
              })}
            </ol>
          </SortableContext>
        </DndContext>
        {blocks.length === 0 && <p className={classes.none}>{t('editor.none')}</p>}
        <AddBlock room={BLOCK_LIMITS.blocks - blocks.length} onAdd={list.add} onAddAll={list.addAll} />
        <SaveBlocks
          key={saved.round}
          opened={saved.index !== null}
          blocks={blocks}
          from={saved.index ?? 0}
          onClose={() => setSaved({ index: null, round: saved.round + 1 })}
        />
      </section>
    </div>
  );
}
