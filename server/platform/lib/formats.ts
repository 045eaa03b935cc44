/**
 * Intl's formats, each made once and kept. Making a date format takes 70 µs and 27 KiB or more that V8 does not count,
 * so that only a full collection frees it. A page that made one for every cell lost milliseconds of a request, and the
 * process grew by tens of MiB between two collections (docs/scale.md, An hour of everything).
 */

/**
 * The largest number of kept formats of each kind; then the cache starts anew. All time zones in one style are 430.
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

/** @throws RangeError for an unknown locale, time zone, currency or unit, as Intl does; so do the functions below */
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
