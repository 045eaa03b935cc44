import type { CSSProperties } from 'react';
import type { Placed } from './table-column';

/** Rows are lines of boxes that grow alike, so columns stand straight though no row knows of another. */
export const cellStyle = ({ width, card }: Pick<Placed<never, never>, 'width' | 'card'>): CSSProperties => ({
  flex: card === 'corner' ? `0 0 ${width}rem` : `${width} 1 ${width}rem`,
});
