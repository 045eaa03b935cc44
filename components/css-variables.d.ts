import 'react';

declare module 'react' {
  /** A component may hand its stylesheet a value in a variable. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
