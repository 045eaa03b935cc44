/**
 * The texts that the code of a page uses in the browser: read from the sources, as far as its imports lead. For tests.
 */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

interface Source {
  isOfBrowser: boolean;
  /** Files of ours that it imports, also those that it loads later. */
  imports: string[];
  /** Namespaces of its words. */
  used: Set<string>;
  /** Namespaces that it brings to what it stands around. */
  brought: Set<string>;
}

/** The attribute that names the words that a component brings. */
const BRINGS: Partial<Record<string, string>> = { Texts: 'of', DashboardPage: 'texts' };
const EXTENSIONS = ['', '.ts', '.tsx', '/index.ts'];

function resolve(name: string, from: string, root: string): string | undefined {
  const base = name.startsWith('@/') ? path.join(root, name.slice(2)) : path.resolve(path.dirname(from), name);
  if (!name.startsWith('@/') && !name.startsWith('.')) return undefined;
  return EXTENSIONS.map((extension) => base + extension).find((file) => /\.tsx?$/.test(file) && fs.existsSync(file));
}

const isTypeOnly = ({ importClause: clause }: ts.ImportDeclaration): boolean =>
  clause !== undefined &&
  (clause.phaseModifier === ts.SyntaxKind.TypeKeyword ||
    (clause.name === undefined &&
      clause.namedBindings !== undefined &&
      ts.isNamedImports(clause.namedBindings) &&
      clause.namedBindings.elements.every((element) => element.isTypeOnly)));

const namespaceOf = (text: string): string => text.split('.')[0] ?? '';

/** Namespaces of a call of useTranslations: of its literal, of both sides of a choice, of how a template begins. */
function namespacesIn(argument: ts.Expression | undefined): string[] {
  if (argument === undefined) return [];
  if (ts.isStringLiteralLike(argument)) return [namespaceOf(argument.text)];
  if (ts.isTemplateExpression(argument)) return [namespaceOf(argument.head.text)];
  if (ts.isConditionalExpression(argument))
    return [...namespacesIn(argument.whenTrue), ...namespacesIn(argument.whenFalse)];
  throw new Error(`useTranslations is called with something else than a literal: ${argument.getText()}`);
}

/** Reads sources once each. @param root the repository's folder. @param namespaces all that there are */
export class TextsReader {
  private readonly sources = new Map<string, Source>();

  constructor(
    private readonly root: string,
    private readonly namespaces: readonly string[],
  ) {}

  private read(file: string): Source {
    const known = this.sources.get(file);
    if (known !== undefined) return known;
    const text = fs.readFileSync(file, 'utf8');
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    const source: Source = {
      isOfBrowser: /^(?:\/\*[\s\S]*?\*\/\s*)?'use client';/.test(text),
      imports: [],
      used: new Set(),
      brought: new Set(),
    };
    this.sources.set(file, source);
    const follow = (name: ts.Node | undefined): void => {
      const found = name !== undefined && ts.isStringLiteral(name) ? resolve(name.text, file, this.root) : undefined;
      if (found !== undefined) source.imports.push(found);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node) && !isTypeOnly(node)) follow(node.moduleSpecifier);
      if (ts.isExportDeclaration(node) && !node.isTypeOnly) follow(node.moduleSpecifier);
      if (ts.isCallExpression(node)) {
        if (node.expression.kind === ts.SyntaxKind.ImportKeyword) follow(node.arguments[0]);
        if (node.expression.getText() === 'useTranslations') {
          for (const namespace of namespacesIn(node.arguments[0])) source.used.add(namespace);
          // Whoever asks for all words names in each call whose it means.
          if (node.arguments.length === 0)
            for (const namespace of this.namespaces) if (text.includes(`'${namespace}.`)) source.used.add(namespace);
        }
      }
      if (ts.isJsxAttribute(node) && BRINGS[node.parent.parent.tagName.getText()] === node.name.getText())
        for (const [, name] of node.getText().matchAll(/'(\w+)'/g)) source.brought.add(name ?? '');
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return source;
  }

  /** Namespaces that the browser needs for these files and all that they import. */
  usedBy(files: readonly string[]): Set<string> {
    const used = new Set<string>();
    const seen = new Set<string>();
    const walk = (file: string, isOfBrowser: boolean): void => {
      const source = this.read(file);
      const inBrowser = isOfBrowser || source.isOfBrowser;
      const key = `${file} ${String(inBrowser)}`;
      if (seen.has(key)) return;
      seen.add(key);
      for (const namespace of source.used) used.add(namespace);
      for (const next of source.imports) walk(next, inBrowser);
    };
    for (const file of files) walk(file, false);
    return used;
  }

  /** Namespaces that these files bring, by `<DashboardPage texts={…}>` or `<Texts of={…}>`. */
  broughtBy(files: readonly string[]): Set<string> {
    return new Set(files.flatMap((file) => [...this.read(file).brought]));
  }
}
