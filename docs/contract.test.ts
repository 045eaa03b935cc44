/**
 * The pages of docs/contract and the code agree: every REST route stands on exactly one page, with its access level, its status and
 * its own error codes; every error code is explained once, on the page that all routes share; every action that the code
 * writes to the audit log stands in its list; and every citation of a page in the code leads to a heading that exists.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES, statusOf } from '@/server/platform/errors';
import { restRoutes } from '@/server/doors/rest-routes';
import { packageRoot } from '@/server/platform/lib/package-root';

const FOLDER = 'docs/contract';
const SHARED = 'shared.md';
/** Where comments stand that may cite a page. */
const CITING = ['app', 'bench', 'components', 'docs', 'e2e', 'prisma/demo', 'prisma/schema', 'scripts', 'server'];
const TEXT = /\.(?:tsx?|mjs|js|prisma|md|css)$/;

const read = (file: string): string => readFileSync(path.join(packageRoot, file), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(packageRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.posix.join(folder, file.replaceAll(path.sep, '/')),
  );

/** Text of each page by its name, such as `contacts.md`. */
const pages = new Map(filesIn(FOLDER).map((file) => [path.basename(file), read(file)]));

/** Cells of the rows of every table whose header begins with this cell, without backquotes. */
function rowsOf(page: string, firstCell: string): string[][] {
  const rows: string[][] = [];
  let inside = false;
  for (const line of page.split('\n')) {
    if (!line.startsWith('|')) inside = false;
    else if (line.startsWith(`| ${firstCell} |`)) inside = true;
    else if (inside && !line.startsWith('|-')) {
      const cells = line.split('|').slice(1, -1);
      rows.push(cells.map((cell) => cell.replaceAll('`', '').trim()));
    }
  }
  return rows;
}

/** A heading's anchor, as GitHub writes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchors = new Set(
  [...pages].flatMap(([page, text]) => [
    page,
    ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => `${page}#${anchorOf(heading)}`),
  ]),
);

/** Of audit-log.md: `discount_code.create`; `.update` behind it is of the same noun. */
function listedActions(): Set<string> {
  const [, list = ''] = /^## What is recorded$([^]*)/m.exec(pages.get('audit-log.md') ?? '') ?? [];
  let noun = '';
  return new Set(
    [...list.matchAll(/`([a-z_]*)\.([a-z_]+|\*)`/g)].map(([, own = '', verb = '']) => {
      noun = own === '' ? noun : own;
      return `${noun}.${verb}`;
    }),
  );
}

/** Stands in the operator's log and in no workspace's (docs/contract/admin.md#audit). */
const ofPlatform = /^(?:partner\.(?:create|update)|platform_key\.)/;

const auditing = (): string[] =>
  filesIn('server')
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('server/testing/'))
    .map(read)
    .filter((text) => /audit/i.test(text));

/** Written as a whole: in a record, handed to what makes one, as a constant, or in a statement that inserts one. */
function writtenActions(): string[] {
  const whole =
    /(?:\baction(?:: | = |\?: )[^\n]*?|\(tx, |^(?:export )?const [A-Z_]+ = |'system', )'([a-z_]+\.[a-z_]+)'/gm;
  const found = auditing().flatMap((text) => [
    ...[...text.matchAll(whole)].map(([, action = '']) => action),
    ...[...text.matchAll(/auditVerb\(tx, '([a-z_]+)'/g)].map(([, verb = '']) => `collaboration.${verb}`),
  ]);
  return [...new Set(found)].sort();
}

/** Of those that are put together from a noun and a verb. */
const nounsOfVerbs = (): string[] =>
  auditing().flatMap((text) => [...text.matchAll(/action: `([a-z_]+)\.\$/g)].map(([, noun = '']) => noun));

describe('docs/contract', () => {
  it('has every REST route on exactly one page, with its access level, its status and its own codes', () => {
    const documented = [...pages.values()].flatMap((page) => rowsOf(page, 'Route'));
    const declared = restRoutes().map(({ method, path: route, accessLevel, status = 200, errors = [] }) => [
      `${method} ${route}`,
      accessLevel,
      String(status),
      [...errors].sort().join(' '),
    ]);
    const sorted = (rows: string[][]) => rows.toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
    expect(
      sorted(
        documented.map(([route = '', accessLevel = '', status = '', codes = '']) => [
          route,
          accessLevel,
          status,
          codes.split(' ').sort().join(' '),
        ]),
      ),
    ).toEqual(sorted(declared));
  });

  it('explains every error code once, on the page that all routes share', () => {
    const explained = [...pages].flatMap(([page, text]) =>
      rowsOf(text, 'Code').map(([code, status]) => `${page} ${code} ${status}`),
    );
    expect(explained.toSorted()).toEqual(ERROR_CODES.map((code) => `${SHARED} ${code} ${statusOf(code)}`).toSorted());
  });

  it('lists every action of the audit log', () => {
    const listed = listedActions();
    const isListed = (action: string): boolean =>
      listed.has(action) || listed.has(action.replace(/\..*/, '.*')) || ofPlatform.test(action);
    const written = writtenActions();
    // So that a way of writing them which is not found any more does not pass for a complete list.
    for (const each of ['api_key.create', 'collaboration.accept', 'referral_attribution.decline', 'billing.cancel'])
      expect(written).toContain(each);
    expect(written.filter((action) => !isListed(action))).toEqual([]);
    const nouns = new Set([...listed].map((action) => action.replace(/\..*/, '')));
    expect(nounsOfVerbs().filter((noun) => !nouns.has(noun))).toEqual([]);
  });

  it('has the heading of every citation and of every link between pages', () => {
    const broken: string[] = [];
    const judge = (file: string, target: string): void => {
      if (!anchors.has(target)) broken.push(`${file}: ${target}`);
    };
    for (const file of CITING.flatMap(filesIn).filter((name) => TEXT.test(name) && !name.includes('/generated/')))
      for (const [, target = ''] of read(file).matchAll(/docs\/contract\/([a-z-]+\.md(?:#[a-z0-9_-]+)?)/g))
        judge(file, target);
    for (const [page, text] of pages)
      for (const [, name = page, anchor = ''] of text.matchAll(/\]\((?!\.|http)([a-z-]+\.md)?(#[a-z0-9_-]+)?\)/g))
        judge(page, name + anchor);
    expect(broken).toEqual([]);
  });
});
