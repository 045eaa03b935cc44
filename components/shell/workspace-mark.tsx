import classes from './workspace-mark.module.css';

/** The logo of a workspace, or the first letters of its name. Its name stands beside it. */
export function WorkspaceMark({
  name,
  logoUrl,
  size = 'md',
}: {
  name: string;
  logoUrl: string | null;
  size?: 'sm' | 'md' | 'lg';
}) {
  if (logoUrl === null) {
    return (
      <span className={classes.mark} data-size={size} aria-hidden>
        {initials(name)}
      </span>
    );
  }
  return (
    <span className={classes.mark} data-size={size} data-logo aria-hidden>
      <img src={logoUrl} alt="" />
    </span>
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase())
    .join('');
