import type { MetadataRoute } from 'next';

/**
 * The places where crawlers may go: public pages and feeds. What only one person has the address of is nobody else's.
 */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      allow: ['/', '/api/v1/feeds/', '/api/v1/openapi.json'],
      disallow: ['/api/', '/u/', '/o/', '/c/p/', '/c/v/', '/invitation/', '/reset-password/', '/confirm-email/'],
    },
  };
}
