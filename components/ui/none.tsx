import classes from './none.module.css';

/** The mark for nothing to tell: a dash in a table; a card leaves such a fact out (data-table.module.css). */
export function None() {
  return (
    <span data-none className={classes.none}>
      –
    </span>
  );
}
