import classes from './referrals.module.css';

interface Props {
  /** The shop's own id. */
  id: string;
  /** The contact that goes by it. */
  contact: { id: string; name: string } | null;
}

/** A customer by name where one of the contacts has the shop's id, else by the id alone. */
export function Person({ id, contact }: Props) {
  if (contact === null) return <code>{id}</code>;
  return (
    <span className={classes.name}>
      <span>{contact.name}</span>
      <code data-note>{id}</code>
    </span>
  );
}

/** “Sari Dewi”, or the shop's id. */
export const nameOf = ({ id, contact }: Props): string => contact?.name ?? id;
