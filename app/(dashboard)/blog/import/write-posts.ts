/** Makes an export's posts one by one, each as a person would. */
import { insist } from '@/components/insist';
import { problemOf } from '@/components/ui/problem';
import type { PostInput } from '../post';

export interface Written {
  created: number;
  /** Titles of posts that the server does not take as they are. */
  refused: string[];
}

/**
 * One that was made and not answered is tried again, and then its address is taken: it is in.
 * @param onProgress of the posts that are done with
 * @throws what stops all that follow: the plan's limit, a session that ended
 */
export async function writePosts(
  posts: readonly PostInput[],
  create: (post: PostInput) => Promise<unknown>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Written> {
  const written: Written = { created: 0, refused: [] };
  for (const [at, post] of posts.entries()) {
    try {
      await insist(() => create(post), signal);
      written.created++;
    } catch (error) {
      const { code } = problemOf(error);
      if (code === 'SLUG_TAKEN') written.created++;
      else if (code === 'VALIDATION' || code === 'PAYLOAD_TOO_LARGE') written.refused.push(post.title);
      else throw error;
    }
    onProgress(at + 1);
  }
  return written;
}
