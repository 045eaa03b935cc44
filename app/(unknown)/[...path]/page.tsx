import { notFound } from 'next/navigation';

/**
 * Every address that no page has. `app/not-found.tsx` would do without it, but Next puts that one into the document of
 * every page, and the menu with it.
 */
export default function UnknownPage(): never {
  notFound();
}
