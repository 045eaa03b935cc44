/** A program of ours in one file, so that it starts in a moment. */
import path from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '@/server/platform/lib/package-root';

/** Packages with parts that are no JavaScript stay where they are, and so does one of ten megabytes that nobody loads here. */
const OUTSIDE = ['pg-native', '@node-rs/argon2', 'sharp', 'typescript'];
/** The names that packages that are no modules expect to find. */
const COMMONJS = `import { createRequire as requireOfBundle } from 'node:module';
import { fileURLToPath as pathOfBundle } from 'node:url';
const require = requireOfBundle(import.meta.url);
const __filename = pathOfBundle(import.meta.url);
const __dirname = pathOfBundle(new URL('.', import.meta.url));`;

/**
 * @param entry and @param outfile from the root of the package
 * @param options.whole with its packages: it is built longer, and starts in half of the time
 * @returns where the program stands
 */
export async function bundle(entry: string, outfile: string, { whole = false } = {}): Promise<string> {
  const program = path.join(packageRoot, outfile);
  await build({
    entryPoints: [path.join(packageRoot, entry)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    ...(whole ? { external: OUTSIDE, banner: { js: COMMONJS } } : { packages: 'external' }),
  });
  return program;
}
