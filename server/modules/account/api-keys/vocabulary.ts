/** The values and bounds of an API key's fields. Without zod, so that pages that only show keys need not load it. */

export const SCOPES = ['read', 'write', 'admin'] as const;

export const API_KEY_LIMITS = { name: 120, allowedIps: 20 } as const;
