import { letterOf } from './draft';
import classes from './variant-letter.module.css';

/** The letter of a variant, for the eye. @param isSent the others got this one */
export function VariantLetter({ place, isSent = false }: { place: number; isSent?: boolean }) {
  return (
    <span className={classes.letter} data-sent={isSent || undefined} aria-hidden>
      {letterOf(place)}
    </span>
  );
}
