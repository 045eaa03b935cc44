/** The part of a public page's head that search engines and messengers read. */
export interface DocumentHead {
  title: string;
  description: string;
  /** Canonical; absolute. */
  address: string;
  /** The title and description of the share card. */
  shareTitle: string;
  shareDescription: string;
  /** Address of the picture; '' without one. */
  image: string;
}

/**
 * Reads the very page that the public gets, so that its fall-backs are not written twice. Nothing in it is loaded or
 * run.
 */
export function readHead(html: string): DocumentHead {
  // Its style is the frame's affair: the dashboard's own policy would refuse it here, aloud.
  const head = html.slice(0, html.indexOf('</head>')).replace(/<style>[\s\S]*?<\/style>/g, '');
  const document = new DOMParser().parseFromString(head, 'text/html');
  const meta = (name: string): string =>
    document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? '';
  return {
    title: document.title,
    description: meta('description'),
    address: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '',
    shareTitle: meta('og:title') || document.title,
    shareDescription: meta('og:description') || meta('description'),
    image: meta('og:image'),
  };
}
