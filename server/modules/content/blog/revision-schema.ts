/**
 * Revisions of a post (docs/contract/blog.md#revisions): the post's words after each save, who saved them, and the
 * difference between two revisions.
 */
import * as z from 'zod';
import { ofVersion } from '@/server/platform/db/edits';
import { clampedInteger, cursor, id, idIn, instantOut } from '@/server/platform/lib/fields';
import { ofLength } from '@/server/platform/lib/bounded';
import { blogPost, updateInput } from '@/server/modules/content/blog/schema';

export const REVISION_KINDS = ['save', 'autosave', 'restore'] as const;
export type RevisionKind = (typeof REVISION_KINDS)[number];

const revisionWords = blogPost.pick({
  title: true,
  excerpt: true,
  body: true,
  coverImage: true,
  authorName: true,
  tags: true,
  metaTitle: true,
  metaDescription: true,
});
export type RevisionWords = z.output<typeof revisionWords>;

const ACTORS = ['session', 'key', 'platform', 'operator', 'system'] as const;

const revisionItem = z
  .object({
    id,
    number: z.number().int().meta({ description: 'Number of the revision within the post, from 1.' }),
    kind: z.enum(REVISION_KINDS),
    at: instantOut.meta({ description: 'Time of the save; of autosaves in one revision, the last.' }),
    by: z
      .object({ kind: z.enum(ACTORS), id: z.string().nullable(), name: z.string().nullable() })
      .nullable()
      .meta({ description: 'Author of the save; null for the text from before revisions were kept.' }),
    changed: z.array(z.string()).meta({ description: 'Fields that differ from the previous revision.' }),
    restoredFrom: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Number of the revision that was restored; null for other saves.' }),
    title: z.string(),
  })
  .meta({ id: 'PostRevisionItem' });
export type RevisionItem = z.output<typeof revisionItem>;
export const postRevision = revisionItem.extend(revisionWords.shape).meta({ id: 'PostRevision' });
export type PostRevision = z.output<typeof postRevision>;

export const listRevisionsInput = z.object({
  id: idIn,
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
});
export const listRevisionsOutput = z.object({
  data: z.array(revisionItem),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
});
export const revisionInput = z.object({ id: idIn, revisionId: idIn });
export const revisionOutput = z.object({ revision: postRevision });
export const restoreInput = ofVersion(revisionInput);
export type RestoreInput = z.output<typeof restoreInput>;

export const diffInput = revisionInput.extend({
  against: ofLength(z.string(), 255).optional().meta({
    description: 'Id of another revision, or `current` for the present post. Default: the previous revision.',
  }),
});
export type DiffInput = z.output<typeof diffInput>;

export const DIFF_OPS = ['equal', 'delete', 'insert'] as const;
const words = z.array(z.object({ op: z.enum(DIFF_OPS), text: z.string() }));
const hunk = z
  .object({
    fromLine: z.number().int().meta({ description: 'First line of the hunk before the change, from 1.' }),
    toLine: z.number().int().meta({ description: 'First line of the hunk after the change, from 1.' }),
    lines: z.array(
      z.object({
        op: z.enum(DIFF_OPS),
        text: z.string(),
        words: words.optional().meta({ description: 'Changed words of a line that was changed in part.' }),
      }),
    ),
  })
  .meta({ id: 'DiffHunk' });
const value = z.union([z.string(), z.array(z.string())]).nullable();
export const diffOutput = z.object({
  from: revisionItem.pick({ id: true, number: true, at: true }).nullable().meta({
    description: 'Revision compared with; null: the present post, or nothing.',
  }),
  fields: z.array(z.object({ field: z.string(), before: value, after: value })).meta({
    description: 'All fields that differ, except the body.',
  }),
  body: z
    .array(hunk)
    .nullable()
    .meta({ description: 'Lines that differ, with three lines around them. Null: the body is too long to compare.' }),
});
export type RevisionDiff = z.output<typeof diffOutput>;

/** The fields that the editor saves automatically: all except the post's state and the post that it translates. */
export const autosaveInput = updateInput
  .omit({ status: true, publishedAt: true, translationOf: true })
  .extend({ ifUpdatedAt: restoreInput.shape.ifUpdatedAt.unwrap().unwrap() });
export type AutosaveInput = z.output<typeof autosaveInput>;
export const autosaveOutput = z.object({
  kept: z.enum(['post', 'copy']).meta({ description: 'copy: beside the post, which the public reads or will read.' }),
  updatedAt: instantOut.meta({ description: "The post's." }),
});
export type Autosaved = z.output<typeof autosaveOutput>;

const fields = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()]));
export const workingCopyOutput = z.object({
  copy: z
    .object({ savedAt: instantOut, ofVersion: instantOut, base: fields, values: fields })
    .nullable()
    .meta({ description: 'What this person has typed and not saved.' }),
});
export type WorkingCopy = NonNullable<z.output<typeof workingCopyOutput>['copy']>;
