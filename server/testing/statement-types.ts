/**
 * The types that statements claim, read from the source by TypeScript, and those that PostgreSQL gives them, asked for
 * without running anything. server/platform/db/statement-types.test.ts compares them.
 */
import path from 'node:path';
import type { Client, Connection, Submittable } from 'pg';
import ts from 'typescript';
import { packageRoot } from '@/server/platform/lib/package-root';
import { swappedNames } from '@/server/testing/parameter-columns';

/** The kinds of values: `string`, `number`, `bigint`, `boolean`, `Date`, `object`, `null`, `any`; a list has its elements', as `string[]`. */
export type Kinds = readonly string[];

export interface ClaimedTypes {
  /** `server/…:line` */
  where: string;
  /** null: the statement's rows are not looked at. */
  columns: ReadonlyMap<string, Kinds> | null;
  /** The parameters from $2 on; null: the type names no fixed number of them. */
  parameters: readonly { label: string; kinds: Kinds; isOptional: boolean }[] | null;
}

const FLAGS: readonly [ts.TypeFlags, string][] = [
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BigIntLike, 'bigint'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.Undefined, 'undefined'],
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, 'any'],
];

function kindsOf(checker: ts.TypeChecker, type: ts.Type): string[] {
  if (type.isUnion()) return [...new Set(type.types.flatMap((each) => kindsOf(checker, each)))];
  const flag = FLAGS.find(([flags]) => (type.flags & flags) !== 0);
  if (flag !== undefined) return [flag[1]];
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const elements = checker.getTypeArguments(type as ts.TypeReference);
    return [...new Set(elements.flatMap((each) => kindsOf(checker, each)))]
      .filter((kind) => kind !== 'null' || elements.length === 1)
      .map((kind) => `${kind}[]`);
  }
  return [type.getSymbol()?.name === 'Date' ? 'Date' : 'object'];
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The names that an expression gives, as a pattern: a value in it stands for any text. null: nothing is known of it. */
function namesOf(checker: ts.TypeChecker, name: ts.Expression): RegExp | null {
  if (ts.isStringLiteralLike(name)) return new RegExp(`^${escape(name.text)}$`);
  if (ts.isTemplateExpression(name)) {
    const rest = name.templateSpans.map(({ literal }) => `.*${escape(literal.text)}`).join('');
    return new RegExp(`^${escape(name.head.text)}${rest}$`);
  }
  // A name that is put together of parts begins with the first one.
  const from = ts.isCallExpression(name) ? name.expression : name;
  const first = firstText(name) ?? (ts.isIdentifier(from) ? firstText(declarationOf(checker, from)) : undefined);
  return first === undefined ? null : new RegExp(`^${escape(first)}`);
}

function firstText(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) return node.text;
  return ts.forEachChild(node, firstText);
}

/** Finds the value or function that a name stands for; of a parameter nothing is known. */
function declarationOf(checker: ts.TypeChecker, name: ts.Identifier): ts.Node | undefined {
  const declared = checker.getSymbolAtLocation(name)?.valueDeclaration;
  if (declared === undefined || ts.isParameter(declared)) return undefined;
  return ts.isVariableDeclaration(declared) ? declared.initializer : declared;
}

export interface Claims {
  /** @returns what the statement of a name claims, where its name stands in its call */
  of: (name: string) => ClaimedTypes | undefined;
  /** Calls that hand over values in each other's place: by name a value belongs to another parameter of its type. */
  swappedValues: readonly string[];
}

/** Reads all of the server's source: some 20 seconds. */
export function claimedTypes(): Claims {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(packageRoot, 'tsconfig.json'),
    { incremental: false },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
      },
    },
  );
  if (config === undefined) throw new Error('tsconfig.json cannot be read.');
  const files = config.fileNames.filter((file) => /\/server\//.test(file) && !/\.test\.tsx?$/.test(file));
  const program = ts.createProgram(files, config.options);
  const checker = program.getTypeChecker();
  const claimed: { names: RegExp; types: ClaimedTypes }[] = [];
  const swappedValues: string[] = [];
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || !source.fileName.startsWith(path.join(packageRoot, 'server/'))) continue;
    const whereOf = (node: ts.Node): string =>
      `${path.relative(packageRoot, source.fileName)}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (!ts.isCallExpression(node)) return;
      if (node.expression.getText(source) !== 'workspaceStatement') {
        swappedValues.push(...swappedIn(checker, node).map((swapped) => `${whereOf(node)} ${swapped}`));
        return;
      }
      const [name] = node.arguments;
      const names = name === undefined ? null : namesOf(checker, name);
      const statement = checker.getTypeAtLocation(node) as ts.TypeReference;
      const [row, parameters] = checker.getTypeArguments(statement);
      if (names === null || row === undefined || parameters === undefined) return;
      const types = {
        where: whereOf(node),
        columns: columnsOf(checker, row, node),
        parameters: parametersOf(checker, parameters),
      };
      claimed.push({ names, types });
    };
    visit(source);
  }
  // Several templates may fit: the one that says most of the name comes first.
  const longestFirst = claimed.sort((a, b) => b.names.source.length - a.names.source.length);
  return { of: (name) => longestFirst.find(({ names }) => names.test(name))?.types, swappedValues };
}

/** The values that a call hands to a statement, compared by name with its parameters. */
function swappedIn(checker: ts.TypeChecker, call: ts.CallExpression): string[] {
  const called = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;
  const [statement, ...values] = call.arguments;
  // Types are asked of statements alone: those of every call would take a minute.
  if (called.getText() !== 'rows' || statement === undefined || values.length < 2) return [];
  const [, parameters] = checker.getTypeArguments(checker.getTypeAtLocation(statement) as ts.TypeReference);
  const labels = (parameters === undefined ? null : parametersOf(checker, parameters))?.map(({ label }) => label) ?? [];
  const spread = values.findIndex((value) => ts.isSpreadElement(value));
  const names = values.slice(0, spread < 0 ? undefined : spread).map(valueName);
  return swappedNames(labels, names);
}

/** The last name of an expression: `filter.listId ?? null` is `listId`. */
function valueName(value: ts.Expression): string | undefined {
  if (ts.isIdentifier(value)) return value.text;
  if (ts.isPropertyAccessExpression(value)) return value.name.text;
  if (ts.isBinaryExpression(value) || ts.isNonNullExpression(value) || ts.isAsExpression(value))
    return valueName(ts.isBinaryExpression(value) ? value.left : value.expression);
  return undefined;
}

function columnsOf(checker: ts.TypeChecker, row: ts.Type, at: ts.Node): Map<string, Kinds> | null {
  if ((row.flags & (ts.TypeFlags.Never | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return null;
  return new Map(
    row
      .getProperties()
      .map((property) => [property.name, kindsOf(checker, checker.getTypeOfSymbolAtLocation(property, at))]),
  );
}

function parametersOf(checker: ts.TypeChecker, type: ts.Type): ClaimedTypes['parameters'] {
  if (!checker.isTupleType(type)) return null;
  const tuple = (type as ts.TupleTypeReference).target;
  return checker.getTypeArguments(type as ts.TypeReference).map((each, index) => {
    const label = tuple.labeledElementDeclarations?.[index];
    return {
      label: label === undefined ? '' : label.name.getText(),
      kinds: kindsOf(checker, each),
      isOptional: ((tuple.elementFlags[index] ?? 0) & ts.ElementFlags.Optional) !== 0,
    };
  });
}

export interface DescribedTypes {
  /** OIDs of all parameters, $1 too. */
  parameters: number[];
  columns: { name: string; type: number; table: number; column: number }[];
}

interface Described {
  dataTypeIDs: number[];
}
interface RowDescription {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}

/** Has PostgreSQL parse a text and describe it; nothing runs. @throws the error by which PostgreSQL refuses it */
export function describeStatement(client: Client, text: string): Promise<DescribedTypes> {
  return new Promise((resolve, reject) => {
    const found: DescribedTypes = { parameters: [], columns: [] };
    const asked: Submittable & Record<string, unknown> = {
      submit(connection: Connection) {
        const wire = connection as unknown as {
          once(name: 'parameterDescription', onMessage: (message: Described) => void): void;
          parse(query: { text: string }): void;
          describe(what: { type: 'S' }): void;
          sync(): void;
        };
        wire.once('parameterDescription', ({ dataTypeIDs }) => (found.parameters = dataTypeIDs));
        wire.parse({ text });
        wire.describe({ type: 'S' });
        wire.sync();
      },
      handleRowDescription({ fields }: RowDescription) {
        found.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          type: dataTypeID,
          table: tableID,
          column: columnID,
        }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(found),
    };
    client.query(asked);
  });
}
