/** What the tests' Shopify app signs with. */
export const SHOPIFY_APP_SECRET = 'e2e-app-secret';
