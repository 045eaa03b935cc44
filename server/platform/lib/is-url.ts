/**
 * Checks for a valid URL. Does not use URL.canParse: once that is called often, Node 20 takes Latin letters beyond
 * ASCII for broken UTF-8 and refuses `https://bücher.example/`.
 */
export function isUrl(text: string, base?: string | URL): boolean {
  try {
    new URL(text, base);
    return true;
  } catch {
    return false;
  }
}
