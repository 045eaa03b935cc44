import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lastTitles, tooLong } from '@/scripts/lib/commit-titles.mjs';

const inFolder = (use: (folder: string) => void): void => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-titles-test-'));
  try {
    use(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
};

test('a title has at most 72 characters, however many bytes they are', () => {
  const longest = 'é'.repeat(72);
  expect(tooLong(['Codes with white space are found', longest, `${longest}.`])).toEqual([`${longest}.`]);
});

test('a merge by a program may have any title', () => {
  expect(tooLong([`Merge ${'a'.repeat(40)} into ${'b'.repeat(40)}`])).toEqual([]);
});

test('the titles are those of the last 50 commits, the newest first', () => {
  inFolder((folder) => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Laris', '-c', 'user.email=laris@example.com', ...args], { cwd: folder });
    git('init', '--quiet');
    expect(lastTitles(folder)).toEqual([]);
    for (let count = 1; count <= 51; count++)
      git('commit', '--quiet', '--allow-empty', '--no-gpg-sign', '--message', `Commit ${count}\n\nIts reason.`);
    const titles = lastTitles(folder);
    expect(titles).toHaveLength(50);
    expect(titles[0]).toBe('Commit 51');
    expect(titles.at(-1)).toBe('Commit 2');
  });
});

test('a folder without .git has no titles', () => {
  inFolder((folder) => expect(lastTitles(folder)).toEqual([]));
});
