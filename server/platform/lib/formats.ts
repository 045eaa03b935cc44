/**
 * Intl's formats, each made once and kept. To make one of dates takes 70 µs and 27 KiB or more that V8 does not count,
 * so that only a whole collection gives it back: a page that made its own for every cell spent milliseconds of a
 * request there, and what the C library holds rose by tens of MiB between two collections (docs/scale.md, An hour of
 * everything).
 */

/**
 * The largest number of formats of each kind. All time zones there are, in one style, are 430. More than that begins
 * anew.
 */
const MOST = 512;

type Make<Options, Format> = (locale: string, options?: Options) => Format;

function kept<Options, Format>(make: Make<Options, Format>): Make<Options, Format> {
  const formats = new Map<string, Format>();
  return (locale, options) => {
    const key = options === undefined ? locale : `${locale} ${JSON.stringify(options)}`;
    const known = formats.get(key);
    if (known !== undefined) return known;
    const format = make(locale, options);
    if (formats.size >= MOST) formats.clear();
    formats.set(key, format);
    return format;
  };
}

/**
 * @throws RangeError for a locale, a time zone, a currency or a unit that there is not, as Intl does; so do the others
 */
export const dateTimeFormat = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (locale, options) => new Intl.DateTimeFormat(locale, options),
);

export const numberFormat = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (locale, options) => new Intl.NumberFormat(locale, options),
);

export const relativeTimeFormat = kept<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  (locale, options) => new Intl.RelativeTimeFormat(locale, options),
);

export const collator = kept<Intl.CollatorOptions, Intl.Collator>(
  (locale, options) => new Intl.Collator(locale, options),
);
