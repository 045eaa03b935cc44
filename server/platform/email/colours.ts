/** Arithmetic on colours for e-mails: which text can be read on an accent (WCAG 2.2 §1.4.3 and §1.4.11). */

/** Normalises a merchant's colour: `#0f766e` or `#0c8` → `#rrggbb` in lower case. */
export function sixDigits(colour: string): string {
  const hex = colour.slice(1).toLowerCase();
  return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`;
}

const channel = (colour: string, index: number): number =>
  Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16);

const linear = (value: number): number => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);

const luminance = (colour: string): number =>
  0.2126 * linear(channel(colour, 0)) + 0.7152 * linear(channel(colour, 1)) + 0.0722 * linear(channel(colour, 2));

/** WCAG's contrast ratio of two `#rrggbb`, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * Returns white or black, whichever reads better: one of the two always has a contrast of 4.5:1, while a softer black
 * would miss that on some reds.
 */
export const textOn = (background: string): string =>
  contrast(background, '#ffffff') >= contrast(background, '#000000') ? '#ffffff' : '#000000';

const mixed = (colour: string, toward: string, share: number): string =>
  `#${[0, 1, 2]
    .map((index) =>
      Math.round(channel(colour, index) * (1 - share) + channel(toward, index) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Moves a colour toward another one until its contrast to the surface is 3:1, as a button's shape needs. */
export function standingOut(colour: string, surface: string, toward: string): string {
  for (let share = 0; share < 1; share += 0.1) {
    const candidate = mixed(colour, toward, share);
    if (contrast(candidate, surface) >= 3) return candidate;
  }
  return toward;
}
