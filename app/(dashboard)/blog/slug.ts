/** The address of a post from its title: lower-case letters, digits and hyphens (docs/contract/blog.md#fields). */

export const SLUG_MAX = 160;

/** Letters that do not become a-z when their accents are taken off. */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ŋ: 'ng',
  ħ: 'h',
  ŧ: 't',
  ĸ: 'k',
  ə: 'e',
};

const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  є: 'ye',
  і: 'i',
  ґ: 'g',
  ђ: 'dj',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  џ: 'dz',
};

const GREEK: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

const LETTERS: Readonly<Record<string, string>> = { ...LATIN, ...CYRILLIC, ...GREEK };

/** At most so long, and no word cut in two where there is a hyphen to cut at. */
function shortened(slug: string): string {
  if (slug.length <= SLUG_MAX) return slug;
  const cut = slug.slice(0, SLUG_MAX);
  const end = slug[SLUG_MAX] === '-' ? SLUG_MAX : cut.lastIndexOf('-');
  return end > 0 ? cut.slice(0, end) : cut;
}

/**
 * “Café & Kopi Jum'at: diskon Rp50.000!” → `cafe-kopi-jumat-diskon-rp50000`. Cyrillic and Greek are written in Latin
 * letters; of other scripts nothing is left, and the person chooses the address.
 * @returns '' or what fits `^[a-z0-9][a-z0-9-]*$`, at most 160 characters
 */
export function slugOf(title: string): string {
  const letters = title
    .normalize('NFC')
    // The one Cyrillic letter that would come apart into another and its accent.
    .replace(/[йЙ]/g, 'y')
    .normalize('NFKD')
    .toLowerCase()
    // Accents, and what stands inside a word: Jum'at, don’t, a soft hyphen.
    .replace(/[\p{M}\u00ad'’‘ʼʻ`]/gu, '')
    // Rp50.000 is one number.
    .replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '')
    .replace(/[^\u0000-\u007f]/gu, (letter) => LETTERS[letter] ?? (/\p{L}|\p{N}/u.test(letter) ? '' : '-'));
  return shortened(letters.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, ''));
}

/**
 * Converts what somebody types into the field of the address, as it is typed: like slugOf, but a hyphen may stand at
 * its end.
 */
export function typedSlug(text: string): string {
  const slug = slugOf(text);
  return slug !== '' && slug.length < SLUG_MAX && /[^\p{L}\p{N}\p{M}'’]$/u.test(text) ? `${slug}-` : slug;
}
