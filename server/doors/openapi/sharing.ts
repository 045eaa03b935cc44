/** Parts that several operations have in common stand once, under `components`, and are referred to. */
import { jsonAt, jsonOf, listOf, type Json } from '@/server/doors/openapi/json';

/** Parameters by name; another parameter of the same name gets a number. */
export class SharedParameters {
  readonly components: Json = {};
  private readonly names = new Map<string, string>();

  constructor(private readonly uses: ReadonlyMap<string, number>) {}

  /** @returns a reference; the parameter itself when only one operation has it */
  of(parameter: Json): Json {
    const key = JSON.stringify(parameter);
    if ((this.uses.get(key) ?? 0) < 2) return parameter;
    let name = this.names.get(key);
    if (name === undefined) {
      const base = String(parameter.name);
      name = base;
      for (let number = 2; name in this.components; number++) name = `${base}${number}`;
      this.names.set(key, name);
      this.components[name] = parameter;
    }
    return { $ref: `#/components/parameters/${name}` };
  }
}

/** Counts how often each parameter stands in the document. */
export function countParameters(lists: Iterable<readonly Json[]>): Map<string, number> {
  const uses = new Map<string, number>();
  for (const list of lists)
    for (const parameter of list) {
      const key = JSON.stringify(parameter);
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
  return uses;
}

/** Moves the parameters that all operations of a path share to the path itself. */
export function withSharedParameters(item: Json): Json {
  const lists = Object.values(item).map((operation) => listOf(jsonOf(operation).parameters));
  const isShared = (parameter: Json): boolean =>
    lists.every((list) => list.some((each) => JSON.stringify(each) === JSON.stringify(parameter)));
  const shared = (lists[0] ?? []).filter(isShared);
  if (lists.length < 2 || shared.length === 0) return item;
  const operations = Object.entries(item).map(([method, operation]) => {
    const { parameters, ...rest } = jsonOf(operation);
    const own = listOf(parameters).filter((parameter) => !isShared(parameter));
    return [method, own.length === 0 ? rest : { ...rest, parameters: own }] as const;
  });
  return { parameters: shared, ...Object.fromEntries(operations) };
}

const SCHEMA = '#/components/schemas/';

/**
 * Removes duplicates: trpc-openapi writes a named schema twice when requests and answers use it, the second time as
 * `NameOutput`. If both are equal, one stays.
 */
export function withoutTwins(document: Json): Json {
  const schemas = jsonAt(document, 'components', 'schemas') ?? {};
  const twins = new Map(
    Object.keys(schemas).flatMap((name) => {
      const base = name.replace(/Output$/, '');
      const same =
        base !== name && JSON.stringify(schemas[name]).replaceAll('Output"', '"') === JSON.stringify(schemas[base]);
      return same ? [[SCHEMA + name, SCHEMA + base] as const] : [];
    }),
  );
  const repoint = (value: unknown): unknown => {
    if (typeof value === 'string') return twins.get(value) ?? value;
    if (Array.isArray(value)) return value.map(repoint);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, repoint(inner)]));
  };
  const single = Object.entries(schemas).filter(([name]) => !twins.has(SCHEMA + name));
  const components = { ...jsonOf(document.components), schemas: Object.fromEntries(single) };
  return jsonOf(repoint({ ...document, components }));
}

/** Replaces each copy of a named schema with a reference. trpc-openapi loses names where it takes a schema apart. */
export function namedAgain(value: unknown, schemas: Json): unknown {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  const named = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(named);
    if (typeof inner !== 'object' || inner === null) return inner;
    const name = names.get(JSON.stringify(inner));
    if (name !== undefined) return { $ref: SCHEMA + name };
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, named(each)]));
  };
  return named(value);
}

/** Returns the names of all schemas that a value refers to, directly or through other schemas. */
export function schemasWithin(value: unknown, schemas: Json, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    schemasWithin(schemas[name] ?? {}, schemas, found);
  }
  return found;
}

/** The least bytes of a schema that becomes the base of others; a reference to a smaller one saves nothing. */
const LEAST_OF_A_BASE = 250;

const fieldsOf = (schema: Json): Map<string, string> =>
  new Map(Object.entries(jsonOf(schema.properties)).map(([name, each]) => [name, JSON.stringify(each)]));

/** True for a schema part that is a rule between fields and describes no field. */
export const isRule = (part: Json): boolean => !['$ref', 'type', 'properties', 'allOf'].some((key) => key in part);

/** Checks for an object schema of fields and rules alone. */
const isPlainObject = (schema: Json): boolean =>
  schema.type === 'object' &&
  Object.keys(schema).every((key) => PLAIN.includes(key)) &&
  listOf(schema.allOf).every(isRule);
const PLAIN = ['type', 'properties', 'required', 'description', 'examples', 'allOf'];

const requiredOf = (schema: Json): string[] => (Array.isArray(schema.required) ? schema.required.map(String) : []);

/**
 * Writes an object with all fields of a named schema and more as that schema plus the rest (`allOf`): a row with its
 * figures, the answer to a write, an event's data, a page of a list.
 */
export class Extensions {
  private readonly bases: { name: string; fields: Map<string, string>; required: string[]; bytes: number }[];

  /** @param small names of schemas that are worth a reference however small they are */
  constructor(schemas: Json, small: readonly string[] = []) {
    this.bases = Object.entries(schemas)
      .map(([name, schema]) => ({ name, schema: jsonOf(schema) }))
      .filter(({ schema }) => isPlainObject(schema) && schema.allOf === undefined)
      .map(({ name, schema }) => ({
        name,
        fields: fieldsOf(schema),
        required: requiredOf(schema),
        bytes: JSON.stringify(schema.properties ?? {}).length,
      }))
      .filter(({ name, bytes }) => bytes >= LEAST_OF_A_BASE || small.includes(name))
      .sort((one, other) => other.bytes - one.bytes);
  }

  /** @returns the value, with every object in it that extends a named schema written as that schema and the rest */
  in(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.in(each));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Json;
    const base = isPlainObject(schema) ? this.baseOf(schema) : undefined;
    if (base === undefined)
      return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, this.in(inner)]));
    const isOwn = (name: string): boolean => !base.fields.has(name);
    const own = Object.entries(jsonOf(schema.properties)).filter(([name]) => isOwn(name));
    const required = requiredOf(schema).filter(isOwn);
    const { properties: _properties, required: _required, type: _type, allOf: rules, ...words } = schema;
    return {
      ...words,
      allOf: [{ $ref: SCHEMA + base.name }, ...listOf(rules)],
      type: 'object',
      properties: Object.fromEntries(own.map(([name, each]) => [name, this.in(each)])),
      ...(required.length > 0 && { required }),
    };
  }

  /** The largest named schema that the schema has more than. */
  private baseOf(schema: Json) {
    const fields = fieldsOf(schema);
    const required = new Set(requiredOf(schema));
    return this.bases.find(
      (base) =>
        base.fields.size < fields.size &&
        [...base.fields].every(
          ([name, text]) => fields.get(name) === text && required.has(name) === base.required.includes(name),
        ),
    );
  }
}

const bodyOf = (operation: Json | undefined): Json | undefined =>
  jsonAt(operation, 'requestBody', 'content', 'application/json', 'schema');

/**
 * Returns the name of an operation's answer without its suffix: `Brief` for `BriefWithCounts`, `Post` for `PostAnswer`.
 */
function answeredBy(operation: Json): string | undefined {
  const [first] = Object.values(jsonOf(operation.responses));
  const name = /^#\/components\/responses\/(\w+)$/.exec(String(jsonOf(first).$ref))?.[1];
  return name?.replace(/(Answer|With[A-Z]\w*)$/, '');
}

/**
 * Makes a schema of the optional fields that creating and changing a thing share: `FormFields` of `POST /forms` and
 * `PATCH /forms/{id}`.
 * @param paths path items
 */
export function fieldsInCommon(paths: Json): Record<string, Json> {
  const found: Record<string, Json> = {};
  for (const [path, item] of Object.entries(paths)) {
    const change = jsonAt(item, 'patch');
    const [changed, created] = [bodyOf(change), bodyOf(jsonAt(paths, path.replace(/\/\{\w+\}$/, ''), 'post'))];
    const thing = change && answeredBy(change);
    if (thing === undefined || changed === undefined || created === undefined) continue;
    const [fields, needed] = [fieldsOf(changed), [...requiredOf(changed), ...requiredOf(created)]];
    const common = Object.entries(jsonOf(created.properties)).filter(
      ([name, each]) => !needed.includes(name) && fields.get(name) === JSON.stringify(each),
    );
    const schema = { type: 'object', properties: Object.fromEntries(common) };
    if (JSON.stringify(schema.properties).length < LEAST_OF_A_BASE) continue;
    found[`${thing}Fields`] = schema;
  }
  return found;
}
