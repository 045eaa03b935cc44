import classes from './brand.module.css';

/** The mark and the name. The mark is a price tag whose hole is a seed. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden>
        <path
          d="M4 3h8.2a3 3 0 0 1 2.1.9l6.3 6.3a3 3 0 0 1 0 4.2l-6.2 6.2a3 3 0 0 1-4.2 0l-6.3-6.3A3 3 0 0 1 3 12.2V4a1 1 0 0 1 1-1Z"
          fill="currentColor"
        />
        <path d="M7.2 7.2c2.6-.5 4.4 1.300 3.900 3.900-2.600.5-4.400-1.300-3.900-3.900Z" fill="var(--nav)" />
      </svg>
      Laris
    </span>
  );
}
