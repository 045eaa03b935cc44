'use client';
/** The effect of a code on the sample cart: asked of the server, which alone knows. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPC, useTRPCClient, type Outputs } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { useSettled } from '@/components/ui/use-settled';
import type { CartInput } from './cart';
import type { Code, CodeInput } from './code';

const PAUSE_MS = 250;

export type Outcome = Outputs['discountCodes']['preview'];

/** The code that is tried: as it is saved, or while it is still being written. */
export type Subject =
  | { kind: 'saved'; code: Code }
  | { kind: 'draft'; draft: Omit<CodeInput, 'code'> | null; code: Code | null };

/** Only the ids and tags that the cart has matter to it; a list of a thousand would not fit into an address. */
function within(cart: CartInput, draft: Omit<CodeInput, 'code'>): Omit<CodeInput, 'code'> {
  const narrowed = (all: readonly string[] | undefined, present: readonly (string | null)[]): string[] => {
    const found = (all ?? []).filter((entry) => present.includes(entry));
    return found.length > 0 ? found : (all ?? []).slice(0, 1);
  };
  return {
    ...draft,
    productIds: narrowed(
      draft.productIds,
      cart.items.map((item) => item.productId),
    ),
    tagFilter: narrowed(
      draft.tagFilter,
      cart.items.flatMap((item) => item.tags),
    ),
  };
}

/**
 * The question, and the state of the code that it is about: after a change or a redemption the same question has
 * another answer.
 */
interface Question {
  code: Pick<Code, 'code' | 'updatedAt' | 'redemptionCount'> | null;
  draft: Omit<CodeInput, 'code'> | null;
  cart: CartInput | null;
  customerId: string | null;
}

function questionOf(subject: Subject, cart: CartInput | null, customerId: string): Question {
  const question = { code: null, draft: null, cart, customerId: customerId === '' ? null : customerId };
  if (subject.kind === 'draft') return { ...question, draft: subject.draft && cart && within(cart, subject.draft) };
  const { code, updatedAt, redemptionCount } = subject.code;
  return { ...question, code: { code, updatedAt, redemptionCount } };
}

/** @param cart null while its amounts cannot be counted */
export function useOutcome(subject: Subject, cart: CartInput | null, customerId: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const accountId = useAccount()?.workspace?.id;
  const asked = useSettled(questionOf(subject, cart, customerId), PAUSE_MS).value;

  const validation = useQuery({
    queryKey: [['discountCodes', 'validate'], accountId, asked],
    queryFn: ({ signal }) =>
      client.discountCodes.validate.mutate(
        {
          ...EMPTY_CART,
          ...asked.cart,
          accountId: accountId ?? '',
          code: asked.code?.code ?? '',
          customerId: asked.customerId,
        },
        { signal },
      ),
    enabled: asked.code !== null && asked.cart !== null && accountId !== undefined,
    placeholderData: keepPreviousData,
  });
  const preview = useQuery(
    trpc.discountCodes.preview.queryOptions(
      { draft: asked.draft ?? EMPTY_DRAFT, cart: asked.cart ?? EMPTY_CART },
      {
        enabled: asked.draft !== null && asked.cart !== null,
        placeholderData: keepPreviousData,
        staleTime: 0,
        gcTime: 0,
      },
    ),
  );
  const query = subject.kind === 'saved' ? validation : preview;
  return { outcome: query.data satisfies Outcome | undefined, error: query.error, retry: () => void query.refetch() };
}

const EMPTY_CART = { subtotal: 0, currency: 'IDR' };
const EMPTY_DRAFT = { type: 'percent', value: 1, currency: 'IDR' } as const;
