/**
 * Writes the package: the generated entry and the hand-written modules, checked and compiled to ESM with their types.
 *   npm run sdk [-- FOLDER]     FOLDER is sdk/dist unless it is named
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { openApiDocument } from '@/server/doors/openapi/document';
import { generateSdk } from './generate';

const here = path.dirname(fileURLToPath(import.meta.url));

/** @param folder that is made anew @throws Error with the compiler's words when what was generated does not hold */
export function buildSdk(folder: string): void {
  const sources = `${folder}.src`;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.rmSync(sources, { recursive: true, force: true });
  fs.cpSync(path.join(here, 'src'), sources, { recursive: true });
  fs.writeFileSync(path.join(sources, 'index.ts'), generateSdk(openApiDocument('https://laris.example')));
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    declaration: true,
    rootDir: sources,
    outDir: folder,
  };
  // The compiler goes by the nearest package.json whether a file is a module.
  fs.writeFileSync(path.join(sources, 'package.json'), '{"type":"module"}');
  const program = ts.createProgram(
    fs
      .readdirSync(sources)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(sources, name)),
    options,
  );
  const found = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (found.length > 0)
    throw new Error(
      ts.formatDiagnostics(found.slice(0, 20), {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => sources,
        getNewLine: () => '\n',
      }),
    );
  fs.rmSync(sources, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  buildSdk(path.resolve(process.argv[2] ?? path.join(here, 'dist')));
