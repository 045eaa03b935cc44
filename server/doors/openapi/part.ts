/** The part of the OpenAPI document for one tag, complete in itself, for tools that do not need the rest. */
import { isRecord } from '@/server/platform/lib/narrow';
import { jsonAt, jsonOf, listOf, type Json } from '@/server/doors/openapi/json';

/** `Product feed` is `product-feed` in the address. */
export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const isOf = (tag: string, operation: unknown): boolean => {
  const { tags } = jsonOf(operation);
  return Array.isArray(tags) && tags.includes(tag);
};

/** Paths or webhooks, with the operations of the tag only. */
const itemsOf = (items: unknown, tag: string): Json =>
  Object.fromEntries(
    Object.entries(jsonOf(items)).flatMap(([path, item]) => {
      const kept = Object.entries(jsonOf(item)).filter(([key, each]) => key === 'parameters' || isOf(tag, each));
      return kept.some(([key]) => key !== 'parameters') ? [[path, Object.fromEntries(kept)]] : [];
    }),
  );

/** Adds everything that a value refers to, directly or not, to the components. */
function collect(value: unknown, document: Json, into: Record<string, Json>): void {
  if (Array.isArray(value)) for (const each of value) collect(each, document, into);
  if (!isRecord(value)) return;
  const { $ref } = value;
  if (typeof $ref === 'string') {
    const [kind = '', name = ''] = $ref.split('/').slice(2);
    const found = jsonAt(document, 'components', kind, name);
    if (found !== undefined && into[kind]?.[name] === undefined) {
      into[kind] = { ...into[kind], [name]: found };
      collect(found, document, into);
    }
  }
  for (const each of Object.values(value)) collect(each, document, into);
}

/** @returns the document without webhooks and the schemas that only webhooks use; all other names stay the same */
export function withoutWebhooks({ webhooks: _, ...document }: Json): Json {
  const components: Record<string, Json> = {};
  collect(document.paths, document, components);
  const schemes = jsonAt(document, 'components', 'securitySchemes');
  return { ...document, components: { ...components, securitySchemes: schemes } };
}

/**
 * @param document from `openApiDocument`
 * @param slug names a tag
 * @returns undefined when the document has no such tag
 */
export function partOf(document: Json, slug: string): Json | undefined {
  const shown = listOf(document.tags).find(({ name }) => slugOf(String(name)) === slug);
  if (shown === undefined) return undefined;
  const tag = String(shown.name);
  const paths = itemsOf(document.paths, tag);
  const webhooks = itemsOf(document.webhooks, tag);
  const components: Record<string, Json> = {};
  collect([paths, webhooks], document, components);
  const schemes = jsonAt(document, 'components', 'securitySchemes');
  return {
    ...document,
    tags: [shown],
    paths,
    webhooks: Object.keys(webhooks).length > 0 ? webhooks : undefined,
    components: { ...components, securitySchemes: schemes },
  };
}
