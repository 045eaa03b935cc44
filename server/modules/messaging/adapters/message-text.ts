import { filled, type PostContent } from '@/server/platform/vendors/content';

/**
 * A message's text, with the image's address on a line of its own at the end: for vendors that take a text or a picture
 * but not both, and show a picture for its address. Two requests could leave one half sent, and sent again.
 */
export const textWithImage = ({ text, imageUrl }: PostContent): string =>
  [filled(text), filled(imageUrl)].filter((part) => part !== undefined).join('\n');
