'use client';
import { useTranslations } from 'next-intl';
import { systemKey, type Segment } from './segment';

/** Returns the name and the description of a segment: a system segment in the reader's language. */
export function useSegmentWords() {
  const t = useTranslations('audienceSegments.system');
  return (segment: Pick<Segment, 'kind' | 'name' | 'description'>): { name: string; description: string | null } => {
    const key = systemKey(segment);
    return key === undefined
      ? { name: segment.name, description: segment.description }
      : { name: t(`${key}.name`), description: t(`${key}.description`) };
  };
}
