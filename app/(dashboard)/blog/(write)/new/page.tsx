import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('blog'))('newTitle') };
}

/** Only the title; the editor is the layout's. */
export default function NewPostPage() {
  return null;
}
