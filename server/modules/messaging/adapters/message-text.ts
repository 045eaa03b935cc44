import { filled, type PostContent } from '@/server/platform/vendors/content';

/**
 * A message's text, with the image's address on its own last line. For vendors that accept a text or a picture but not
 * both, and show a picture for its address. With two requests, one could fail and the repeat would send the other
 * twice.
 */
export const textWithImage = ({ text, imageUrl }: PostContent): string =>
  [filled(text), filled(imageUrl)].filter((part) => part !== undefined).join('\n');
