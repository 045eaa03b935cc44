/** The words that fields of the product feed take, and their bounds. Without zod, so that pages which only show need not carry it. */

export const STATES = ['live', 'unavailable', 'archived'] as const;

/** What Google, Meta and TikTok take of a product's condition, and of whom it is for. */
export const CONDITIONS = ['new', 'refurbished', 'used'] as const;
export const GENDERS = ['male', 'female', 'unisex'] as const;
export const AGE_GROUPS = ['newborn', 'infant', 'toddler', 'kids', 'adult'] as const;
/** How a category rule compares the shop's own category. */
export const CATEGORY_MATCHES = ['is', 'begins', 'contains'] as const;
export const MOST_CATEGORY_RULES = 200;
export const MOST_ADDITIONAL_IMAGES = 10;
