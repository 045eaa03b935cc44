/** The facts that the editor knows of each kind of block. */
import {
  IconAlignLeft,
  IconColumns2,
  IconHandClick,
  IconHeading,
  IconLayoutBottombar,
  IconLayoutNavbar,
  IconPhoto,
  IconSeparator,
  IconShare,
  IconShoppingBag,
  IconSpacingVertical,
  IconTicket,
  type Icon,
} from '@tabler/icons-react';
import {
  NETWORK_NAMES,
  SPACER,
  type Block,
  type BlockKind,
  type SimpleBlock,
} from '@/server/platform/email/blocks-schema';

export const BLOCK_ICONS: Record<BlockKind, Icon> = {
  header: IconLayoutNavbar,
  hero: IconHeading,
  text: IconAlignLeft,
  cta: IconHandClick,
  image: IconPhoto,
  columns: IconColumns2,
  product: IconShoppingBag,
  code: IconTicket,
  social: IconShare,
  divider: IconSeparator,
  spacer: IconSpacingVertical,
  footer: IconLayoutBottombar,
};

/** A block as it is added: nothing in it yet. */
export const newBlock = (kind: BlockKind): Block =>
  kind === 'columns' ? { kind, columns: [{ blocks: [] }, { blocks: [] }] } : newSimpleBlock(kind);

export function newSimpleBlock(kind: SimpleBlock['kind']): SimpleBlock {
  switch (kind) {
    case 'header':
      return { kind, brandName: '' };
    case 'hero':
      return { kind, title: '', subtitle: '' };
    case 'text':
      return { kind, body: '', format: 'markdown' };
    case 'cta':
      return { kind, label: '', url: '' };
    case 'image':
      return { kind, src: '', alt: '', href: '' };
    case 'product':
      return { kind, externalRef: '', layout: 'card' };
    case 'code':
      return { kind, discountCodeId: '' };
    case 'social':
      return { kind, links: [{ network: 'instagram', url: '' }] };
    case 'spacer':
      return { kind, height: SPACER.usual };
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
      // Bold and italic are not seen here.
      return block.format === 'markdown' ? block.body.replaceAll(/\*+/g, '') : block.body;
    case 'cta':
      return block.label;
    case 'image':
      return block.alt;
    case 'columns':
      return block.columns
        .flatMap(({ blocks }) => blocks.map(summaryOf))
        .filter((words) => words !== '')
        .join(' · ');
    case 'product':
      return block.externalRef;
    case 'social':
      return block.links.map(({ network }) => NETWORK_NAMES[network]).join(', ');
    case 'spacer':
      return `${block.height} px`;
    case 'code':
    case 'divider':
      return '';
    case 'footer':
      return block.text ?? '';
  }
}

/** The props of a block's fields. */
export interface BlockFieldsProps<Kind extends BlockKind> {
  block: Extract<Block, { kind: Kind }>;
  onChange: (block: Block) => void;
  /** Words at a field, by its name; undefined where there is nothing wrong. */
  fault: (field: string) => string | undefined;
}
