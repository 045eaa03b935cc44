'use client';
/** The form of a post: rules and words of its fields, over the resource's own schema. */
import { useTranslations } from 'next-intl';
import type { Editing, Saved } from '@/components/ui/editing/use-editor';
import { useResourceForm, type FormEdit } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/modules/content/blog/schema';
import { inputOf, type PostValues } from './post';
import { isWaiting } from './use-body-images';

type Input = ReturnType<typeof inputOf>;
export type PostEdit = FormEdit<Input>;

export function usePostForm(
  initialValues: PostValues,
  editing: Editing<PostValues>,
  save: (input: Input, edit: PostEdit) => Promise<Saved<PostValues>>,
) {
  const t = useTranslations('blog.problems');
  const words = useTranslations('blog.form');
  const tEditor = useTranslations('blog.editor');
  return useResourceForm({
    initialValues,
    schema: createInput,
    toInput: inputOf,
    save: (input, edit) => save(input as Input, edit as PostEdit),
    editing: {
      ...editing,
      labels: {
        title: words('title'),
        slug: words('slug'),
        body: tEditor('body'),
        excerpt: words('excerpt'),
        coverImage: words('cover'),
        authorName: words('author'),
        tags: words('tags'),
        metaTitle: words('metaTitle'),
        metaDescription: words('metaDescription'),
        locale: words('locale'),
      },
    },
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
    codes: {
      SLUG_TAKEN: { field: 'slug', words: t('slugTaken') },
      LOCALE_TAKEN: { field: 'locale', words: t('localeTaken') },
    },
  });
}
