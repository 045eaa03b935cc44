'use client';
/** The form of a post: rules and words of its fields, over the resource's own schema. */
import { useTranslations } from 'next-intl';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/resources/blog/schema';
import { inputOf, type PostValues } from './post';
import { isWaiting } from './use-body-images';

export function usePostForm(initialValues: PostValues, save: (input: ReturnType<typeof inputOf>) => Promise<unknown>) {
  const t = useTranslations('blog.problems');
  return useResourceForm({
    initialValues,
    schema: createInput,
    toInput: inputOf,
    save: (input) => save(input as ReturnType<typeof inputOf>),
    check: ({ body }): Record<string, string> => (isWaiting(body) ? { body: t('waiting') } : {}),
    problems: {
      'title.required': t('title'),
      'title.tooShort': t('title'),
      'slug.required': t('slugNone'),
      'slug.tooShort': t('slugNone'),
      slug: t('slug'),
      coverImage: t('cover'),
      'tags.tooMany': t('tagsTooMany'),
    },
    codes: { SLUG_TAKEN: { field: 'slug', words: t('slugTaken') } },
  });
}
