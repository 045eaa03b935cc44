/** The variants of an A/B test in stored form (docs/contract/broadcasts.md#tests). */
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { AbTest, AbVariant } from '@/server/modules/messaging/broadcasts/ab-schema';
import { compileEmailContent, type CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';

/** Compiles the block documents of a test's variants, for storing. @throws AppError VALIDATION */
export async function compiledTest<Test extends Pick<AbTest, 'variants'>>(
  db: WorkspaceDb,
  services: CompileServices,
  test: Test,
): Promise<Test> {
  const variants: AbVariant[] = [];
  for (const [place, variant] of test.variants.entries())
    variants.push(
      variant.content === undefined
        ? variant
        : {
            ...variant,
            content: {
              ...(await compileEmailContent(db, services, variant.content, `test.variants.${place}.content`)),
            },
          },
    );
  return { ...test, variants };
}
