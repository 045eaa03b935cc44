/** A program of ours in one file beside the packages that it imports, so that it starts in a moment. */
import path from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '@/server/lib/package-root';

/** @param entry and @param outfile from the root of the package @returns where the program stands */
export async function bundle(entry: string, outfile: string): Promise<string> {
  const program = path.join(packageRoot, outfile);
  await build({
    entryPoints: [path.join(packageRoot, entry)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return program;
}
