'use client';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ComponentType } from 'react';
import { BLOCK_ICONS, newSimpleBlock, type BlockFieldsProps } from '@/components/email/blocks';
import { SMALL_ICON } from '@/components/ui/icon';
import { BLOCK_LIMITS, type Block, type BlockKind, type SimpleBlock } from '@/server/platform/email/blocks-schema';
import classes from './inner-fields.module.css';

/** The blocks that are offered in a column; others that came through the API can be edited all the same. */
const OFFERED = ['image', 'hero', 'text', 'cta', 'product', 'code', 'spacer'] as const satisfies BlockKind[];

interface AnyFieldsProps {
  block: Block;
  onChange: (block: Block) => void;
  fault: (field: string) => string | undefined;
}

interface Props extends BlockFieldsProps<'columns'> {
  /** The fields of any block. */
  fields: ComponentType<AnyFieldsProps>;
}

export function ColumnsFields({ block, onChange, fault, fields }: Props) {
  const t = useTranslations('templates.fields');
  return (
    <div className={classes.columns}>
      {block.columns.map(({ blocks }, side) => (
        <Column
          key={side}
          title={t(side === 0 ? 'left' : 'right')}
          blocks={blocks}
          onChange={(next) => onChange({ ...block, columns: block.columns.with(side, { blocks: next }) })}
          fault={(field) => fault(`columns.${side}.blocks${field}`)}
          fields={fields}
        />
      ))}
    </div>
  );
}

interface ColumnProps extends Pick<Props, 'fault' | 'fields'> {
  title: string;
  blocks: readonly SimpleBlock[];
  onChange: (blocks: SimpleBlock[]) => void;
}

function Column({ title, blocks, onChange, fault, fields: Fields }: ColumnProps) {
  const t = useTranslations('templates');
  return (
    <section className={classes.column} aria-label={title}>
      <h3>{title}</h3>
      {blocks.map((block, index) => {
        const kind = t(`kinds.${block.kind}`);
        return (
          <div key={`${index} ${block.kind}`} className={classes.inner} role="group" aria-label={`${title}, ${kind}`}>
            <header>
              <strong>{kind}</strong>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={index === 0}
                aria-label={t('editor.upIn', { kind, column: title })}
                onClick={() => onChange(blocks.toSpliced(index, 1).toSpliced(index - 1, 0, block))}
              >
                <IconArrowUp {...SMALL_ICON} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('editor.removeIn', { kind, column: title })}
                onClick={() => onChange(blocks.toSpliced(index, 1))}
              >
                <IconTrash {...SMALL_ICON} />
              </ActionIcon>
            </header>
            <Fields
              block={block}
              onChange={(next) => next.kind !== 'columns' && onChange(blocks.with(index, next))}
              fault={(field) => fault(`.${index}.${field}`)}
            />
          </div>
        );
      })}
      {fault('') !== undefined && (
        <p role="alert" className={classes.fault}>
          {fault('')}
        </p>
      )}
      <Menu position="bottom-start" withinPortal returnFocus={false}>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            className={classes.add}
            leftSection={<IconPlus {...SMALL_ICON} />}
            disabled={blocks.length >= BLOCK_LIMITS.columnBlocks}
            aria-label={t('editor.addIn', { column: title })}
          >
            {t('editor.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {OFFERED.map((kind) => {
            const KindIcon = BLOCK_ICONS[kind];
            return (
              <Menu.Item
                key={kind}
                leftSection={<KindIcon {...SMALL_ICON} />}
                onClick={() => onChange([...blocks, newSimpleBlock(kind)])}
              >
                {t(`kinds.${kind}`)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </section>
  );
}
