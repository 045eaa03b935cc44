/** Returns the spellings of a secret in an address, a form, JSON, or Basic authentication, the longest first. */
export const spellingsOf = (secret: string): string[] =>
  [
    ...new Set([
      secret,
      encodeURIComponent(secret.toWellFormed()),
      new URLSearchParams({ s: secret }).toString().slice(2),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ]),
  ].sort((a, b) => b.length - a.length);
