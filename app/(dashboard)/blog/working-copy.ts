/** What somebody typed into a public post and did not save, wherever that was: it joins the drafts of this browser, and is offered as they are. */
import { readDraft, writeDraft, type DraftPlace } from '@/components/ui/editing/draft-store';
import { same } from '@/components/ui/editing/same';
import type { Outputs } from '@/app/trpc';
import { valuesOf, type Post, type PostValues } from './post';

type Copy = NonNullable<Outputs['blog']['autosave']['copy']['copy']>;

/** The newer of both is offered; the other one stays behind it. */
export function offerCopy(owner: Pick<DraftPlace, 'workspaceId' | 'userId'>, post: Post, copy: Copy): void {
  const place: DraftPlace = { ...owner, kind: 'post', record: post.id };
  const known = readDraft<PostValues>(place);
  const values = valuesOf({ ...post, ...(copy.values as Partial<Post>) });
  if (known !== null && (Date.parse(known.at) >= Date.parse(copy.savedAt) || same(known.values, values))) return;
  writeDraft(place, {
    at: copy.savedAt,
    version: copy.ofVersion,
    base: valuesOf({ ...post, ...(copy.base as Partial<Post>) }),
    values,
    ...(known !== null && { before: known }),
  });
}
