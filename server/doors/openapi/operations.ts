/** Reads the finished document, for what is generated from it: the SDK and the Postman collection. */
import { isRecord } from '@/server/platform/lib/narrow';
import { jsonAt, listOf, type Json } from '@/server/doors/openapi/json';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export interface Operation {
  /** The HTTP method in upper case. */
  method: string;
  /** The path, with parameters in braces. */
  path: string;
  /** The operation object of the document. */
  operation: Json;
  /** The parameters of the path and of the operation, without references. */
  parameters: Json[];
}

/** Follows references within the document. @throws Error for a reference that leads nowhere */
export function resolved(document: Json, value: Json): Json {
  if (typeof value.$ref !== 'string') return value;
  const found = jsonAt(document, ...value.$ref.split('/').slice(1));
  if (found === undefined) throw new Error(`${value.$ref} leads nowhere.`);
  return resolved(document, found);
}

/** Every operation, in the order of the document. */
export const operationsOf = (document: Json): Operation[] =>
  Object.entries(jsonAt(document, 'paths') ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = jsonAt(item, method);
      if (operation === undefined || !isRecord(item)) return [];
      const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)];
      return [
        {
          method: method.toUpperCase(),
          path,
          operation,
          parameters: parameters.map((each) => resolved(document, each)),
        },
      ];
    }),
  );
