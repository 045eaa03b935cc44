/** The texts of the public pages of a blog, in English and Indonesian. */
import type { Language } from '@/server/platform/lib/language';

export interface BlogWords {
  /** BCP 47, for dates and numbers. */
  locale: string;
  blog: string;
  by: (author: string) => string;
  minutes: (count: number) => string;
  /** @param day until when the link leads here */
  preview: (day: string) => string;
  posts: string;
  allPosts: string;
  empty: string;
  newer: string;
  older: string;
  feed: string;
  description: (brand: string) => string;
  /** @param language the language's name in this language */
  readIn: (language: string) => string;
}

export const BLOG_WORDS: Record<Language, BlogWords> = {
  en: {
    locale: 'en',
    blog: 'Blog',
    by: (author) => `By ${author}`,
    minutes: (count) => `${count} min read`,
    preview: (day) => `Preview: anybody with this link can read it until ${day}.`,
    posts: 'Posts',
    allPosts: 'All posts',
    empty: 'Nothing has been published yet.',
    newer: 'Newer',
    older: 'Older',
    feed: 'RSS feed',
    description: (brand) => `News and stories from ${brand}.`,
    readIn: (language) => `Read in ${language}`,
  },
  id: {
    locale: 'id',
    blog: 'Blog',
    by: (author) => `Oleh ${author}`,
    minutes: (count) => `${count} menit baca`,
    preview: (day) => `Pratinjau: siapa pun yang punya tautan ini bisa membaca sampai ${day}.`,
    posts: 'Artikel',
    allPosts: 'Semua artikel',
    empty: 'Belum ada artikel yang terbit.',
    newer: 'Lebih baru',
    older: 'Lebih lama',
    feed: 'Feed RSS',
    description: (brand) => `Kabar dan cerita dari ${brand}.`,
    readIn: (language) => `Baca dalam bahasa ${language}`,
  },
};

export type BlogFailure = 'missing' | 'method' | 'failed';

export const FAILURE_WORDS: Record<Language, Record<BlogFailure, { title: string; text: string }>> = {
  en: {
    missing: {
      title: 'This page does not exist',
      text: 'The page may have been moved or deleted, or the address is incomplete.',
    },
    method: { title: 'This page can only be read', text: 'You cannot send anything to this page.' },
    failed: { title: 'That did not work', text: 'Something went wrong on our side. Please try again in a moment.' },
  },
  id: {
    missing: {
      title: 'Halaman ini tidak ada',
      text: 'Mungkin halaman ini sudah dipindahkan atau dihapus, atau alamatnya tidak lengkap.',
    },
    method: { title: 'Halaman ini hanya bisa dibaca', text: 'Anda tidak bisa mengirim apa pun ke halaman ini.' },
    failed: { title: 'Belum berhasil', text: 'Ada gangguan di sistem kami. Silakan coba lagi beberapa saat lagi.' },
  },
};
