/** What the editor knows of each kind of block. */
import {
  IconAlignLeft,
  IconHandClick,
  IconHeading,
  IconLayoutBottombar,
  IconLayoutNavbar,
  IconPhoto,
  IconSeparator,
  type Icon,
} from '@tabler/icons-react';
import type { Block, BlockKind } from '@/server/resources/broadcasts/blocks-schema';

export const BLOCK_ICONS: Record<BlockKind, Icon> = {
  header: IconLayoutNavbar,
  hero: IconHeading,
  text: IconAlignLeft,
  cta: IconHandClick,
  image: IconPhoto,
  divider: IconSeparator,
  footer: IconLayoutBottombar,
};

/** A block as it is added: nothing in it yet. */
export function newBlock(kind: BlockKind): Block {
  switch (kind) {
    case 'header':
      return { kind, brandName: '' };
    case 'hero':
      return { kind, title: '', subtitle: '' };
    case 'text':
      return { kind, body: '' };
    case 'cta':
      return { kind, label: '', url: '' };
    case 'image':
      return { kind, src: '', alt: '', href: '' };
    case 'divider':
      return { kind };
    case 'footer':
      return { kind, text: '', businessAddress: '', unsubscribeUrl: '' };
  }
}

/** Its first words, for the line that stands for it while it is closed. */
export function summaryOf(block: Block): string {
  switch (block.kind) {
    case 'header':
      return block.brandName ?? '';
    case 'hero':
      return block.title;
    case 'text':
      return block.body;
    case 'cta':
      return block.label;
    case 'image':
      return block.alt;
    case 'divider':
      return '';
    case 'footer':
      return block.text ?? '';
  }
}

/** What a block's fields are given. */
export interface BlockFieldsProps<Kind extends BlockKind> {
  block: Extract<Block, { kind: Kind }>;
  onChange: (block: Block) => void;
  /** Words at a field, by its name; undefined where there is nothing wrong. */
  fault: (field: string) => string | undefined;
}
