/**
 * The words that fields of API keys take, and their bounds. Without zod, so that pages which only show need not carry
 * it.
 */

export const SCOPES = ['read', 'write', 'admin'] as const;

export const API_KEY_LIMITS = { name: 120, allowedIps: 20 } as const;
