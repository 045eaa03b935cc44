/** Every page brings the words that its code uses in the browser, and no others. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '@/app/i18n/messages';
import { BASE } from '@/app/i18n/texts';
import { TextsReader } from '@/app/i18n/used-texts';

const root = path.join(import.meta.dirname, '..', '..');
const app = path.join(root, 'app');
const reader = new TextsReader(root, Object.keys(MESSAGES.en));
/** What stands in frames that bring words: pages, and what is shown in their place. */
const FRAMED = /^(?:page|layout|loading|error|not-found)\.tsx$/;

const files = fs
  .readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => FRAMED.test(path.basename(file)))
  .sort();

/** The layouts that a file stands in, the outermost first. */
function layoutsAround(file: string): string[] {
  const folders = path.dirname(file).split(path.sep);
  return folders
    .map((_, depth) => path.join(app, ...folders.slice(0, depth + 1), 'layout.tsx'))
    .filter((layout) => layout !== path.join(app, file) && fs.existsSync(layout));
}

describe('the words of', () => {
  it.each(files)('%s', (file) => {
    const own = path.join(app, file);
    const used = reader.usedBy([own]);
    const brought = reader.broughtBy([own]);
    const around = new Set<string>([...BASE, ...reader.broughtBy(layoutsAround(file))]);
    expect([...used].filter((namespace) => !brought.has(namespace) && !around.has(namespace))).toEqual([]);
    expect([...brought].filter((namespace) => !used.has(namespace) || around.has(namespace))).toEqual([]);
  });
});
