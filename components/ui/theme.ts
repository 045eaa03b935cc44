/**
 * The look (design brief): warm greys for structure, one deep green for what matters, Inter, radius 8, hairlines.
 * Colours that change with the scheme are named in app/globals.css; components use those names, not palette numbers.
 */
import {
  createTheme,
  defaultVariantColorsResolver,
  mergeThemeOverrides,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** The accent: the primary action, the current page, the main series of a chart, and nothing else. */
const green: MantineColorsTuple = [
  '#ecf7f5',
  '#d5ece8',
  '#a9d8d1',
  '#7ac3b9',
  '#4fb0a3',
  '#269184',
  '#0f766e',
  '#0b625c',
  '#094f4a',
  '#063733',
];
const gray: MantineColorsTuple = [
  '#fafaf9',
  '#f5f4f2',
  '#eae8e5',
  '#dedbd7',
  '#cfcbc6',
  '#a19b95',
  '#6b6660',
  '#55504b',
  '#302d2a',
  '#1c1a18',
];
const dark: MantineColorsTuple = [
  '#eceae7',
  '#c9c6c1',
  '#a5a29d',
  '#7d7a75',
  '#45443f',
  '#363532',
  '#262523',
  '#181817',
  '#131312',
  '#0d0d0c',
];
/** Loss and what cannot be undone. */
const red: MantineColorsTuple = [
  '#fdf1f0',
  '#fadfdc',
  '#f2b8b2',
  '#ee938a',
  '#ea7468',
  '#d94f42',
  '#b42318',
  '#981b12',
  '#7a160f',
  '#55100b',
];
/** Waiting. */
const amber: MantineColorsTuple = [
  '#fef7e6',
  '#fcebc2',
  '#f6d488',
  '#efbd52',
  '#e0a32e',
  '#c2840f',
  '#92600a',
  '#784f08',
  '#5c3c06',
  '#3d2804',
];

/** Filled: white on the deep shades of light mode, ink on the light ones of dark mode; 4.5:1 in both. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const color = input.color ?? input.theme.primaryColor;
  if (input.variant !== 'filled' || (color !== 'green' && color !== 'red')) return resolved;
  const name = color === 'green' ? 'accent' : 'loss';
  return {
    ...resolved,
    background: `var(--${name}-fill)`,
    hover: `var(--${name}-fill-hover)`,
    color: `var(--on-${name})`,
  };
};

const OVERLAY = { backgroundOpacity: 0.4 };
const IN_INK = { color: 'var(--ink)', iconColor: 'var(--page)' };

const theme = createTheme({
  colors: { green, gray, dark, red, amber },
  primaryColor: 'green',
  primaryShade: { light: 6, dark: 4 },
  variantColorResolver,
  black: '#1c1a18',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '16px' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  shadows: {
    sm: '0 1px 2px rgb(28 26 24 / 6%)',
    md: '0 4px 16px rgb(28 26 24 / 10%)',
    xl: '0 16px 48px rgb(28 26 24 / 18%)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // The accent is for the primary action: what is chosen is drawn in ink.
    Checkbox: { defaultProps: IN_INK },
    Radio: { defaultProps: IN_INK },
    Switch: { defaultProps: { color: 'var(--ink)' } },
    Anchor: { defaultProps: { underline: 'not-hover', inherit: true } },
    // Help stands under the field, the fault before it.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    // Without the placeholder the focus goes to the first entry, and the menu holds nothing but entries.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 250, events: { hover: true, focus: true, touch: true } } },
  },
});

/** The theme with the words that Mantine's own buttons need. */
export const themeInWords = (words: { close: string }) => {
  const closeButtonProps = { 'aria-label': words.close };
  return mergeThemeOverrides(theme, {
    components: {
      Drawer: { defaultProps: { position: 'right', size: '30rem', overlayProps: OVERLAY, closeButtonProps } },
      Modal: { defaultProps: { centered: true, overlayProps: OVERLAY, closeButtonProps } },
      Notification: { defaultProps: { closeButtonProps } },
    },
  });
};

/** Mantine's own variables, led by the names of app/globals.css. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const scheme = {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-anchor': 'var(--ink)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-error': 'var(--loss)',
    '--mantine-primary-color-filled': 'var(--accent-fill)',
    '--mantine-primary-color-filled-hover': 'var(--accent-fill-hover)',
  };
  return { variables: {}, light: scheme, dark: scheme };
};
