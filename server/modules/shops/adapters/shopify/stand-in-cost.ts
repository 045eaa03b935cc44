/**
 * The cost of a query, and the bucket that pays for it (https://shopify.dev/docs/api/usage/limits): an object costs 1,
 * a mutation 10, a connection by its size. Shopify does not document how the size counts; its answers (25 for 250
 * variants with an object each, 43 for 10 lines where 3 are 23) grow with the logarithm.
 */
import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLObjectType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { SCHEMA } from '@/server/modules/shops/adapters/shopify/stand-in-schema';

export const MOST_OF_ONE_QUERY = 1000;
const OF_MUTATION = 10;

const sized = (first: number): number => Math.max(1, Math.floor(2 * Math.log(Math.max(1, first))));

/** @returns the cost; 0 for an unreadable query, which is then refused as invalid */
export function costOf(document: DocumentNode, variables: Readonly<Record<string, unknown>>): number {
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) return 0;
  if (operation.operation === OperationTypeNode.MUTATION) return OF_MUTATION;
  return new Costs(document, variables).ofSelections(operation.selectionSet, rootOf(operation));
}

const rootOf = ({ operation }: OperationDefinitionNode): string => SCHEMA.getRootType(operation)?.name ?? '';

class Costs {
  constructor(
    private readonly document: DocumentNode,
    private readonly variables: Readonly<Record<string, unknown>>,
  ) {}

  ofSelections({ selections }: SelectionSetNode, typeName: string): number {
    let sum = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) sum += this.ofField(selection, typeName);
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        sum += this.ofSelections(selection.selectionSet, selection.typeCondition?.name.value ?? typeName);
      else {
        const fragment = this.document.definitions.find(
          (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === selection.name.value,
        );
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION)
          sum += this.ofSelections(fragment.selectionSet, fragment.typeCondition.name.value);
      }
    }
    return sum;
  }

  private ofField(field: FieldNode, typeName: string): number {
    const parent = SCHEMA.getType(typeName);
    if (field.selectionSet === undefined || !(isObjectType(parent) || isInterfaceType(parent))) return 0;
    const definition = (parent as GraphQLObjectType).getFields()[field.name.value];
    const type = definition === undefined ? undefined : getNamedType(definition.type);
    if (type === undefined || !isCompositeType(type)) return 0;
    if (type.name === 'PageInfo') return 0;
    const inside = this.ofSelections(field.selectionSet, type.name);
    if (type.name.endsWith('Connection')) return 2 + sized(this.numberOf(field, 'first')) * inside;
    const ids = this.valueOf(field, 'ids');
    // `nodes` of a connection stands for one of them here, `nodes(ids:)` for as many as are named.
    return Array.isArray(ids) ? ids.length * (1 + inside) : 1 + inside;
  }

  private numberOf(field: FieldNode, argument: string): number {
    const value = this.valueOf(field, argument);
    return typeof value === 'number' ? value : 1;
  }

  private valueOf(field: FieldNode, argument: string): unknown {
    const value = field.arguments?.find(({ name }) => name.value === argument)?.value;
    if (value?.kind === Kind.VARIABLE) return this.variables[value.name.value];
    return value?.kind === Kind.INT ? Number(value.value) : undefined;
  }
}

export interface BucketSize {
  maximumAvailable: number;
  /** Points a second. */
  restoreRate: number;
}

/** A leaky bucket, by a clock in milliseconds. */
export class Bucket {
  private available: number;
  private at: number;

  constructor(
    private readonly size: BucketSize,
    private readonly clock: () => number,
  ) {
    this.available = size.maximumAvailable;
    this.at = clock();
  }

  /** @returns whether the bucket held as much */
  take(cost: number): boolean {
    const now = this.clock();
    const restored = this.available + ((now - this.at) / 1000) * this.size.restoreRate;
    this.available = Math.min(this.size.maximumAvailable, restored);
    this.at = now;
    if (cost > this.available) return false;
    this.available -= cost;
    return true;
  }

  /** Returns the bucket in the form of `extensions.cost.throttleStatus`. */
  status(): BucketSize & { currentlyAvailable: number } {
    return { ...this.size, currentlyAvailable: Math.floor(this.available) };
  }
}
