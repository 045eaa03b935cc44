'use client';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTRPC } from '@/app/trpc';
import { checkoutPlan, type Currency, type PaidPlanId } from './overview';

/** Opens a checkout and goes there. `busy` stays until the page is left. */
export function useCheckout() {
  const trpc = useTRPC();
  const { mutate, reset, isPending, isSuccess, error, variables } = useMutation(
    trpc.billing.checkout.mutationOptions({
      onSuccess: ({ checkoutUrl }) => window.location.assign(checkoutUrl),
    }),
  );
  // Back from the provider's page by the browser's button: this page comes back as it was left.
  useEffect(() => {
    const revive = (event: PageTransitionEvent) => {
      if (event.persisted) reset();
    };
    window.addEventListener('pageshow', revive);
    return () => window.removeEventListener('pageshow', revive);
  }, [reset]);
  const busy = isPending || isSuccess;
  return {
    start: (plan: PaidPlanId, currency: Currency) => mutate({ plan: checkoutPlan(plan), currency }),
    busy,
    /** Checks whether this very plan's checkout is being opened. */
    isOpening: (plan: PaidPlanId) => busy && variables.plan === checkoutPlan(plan),
    error,
    reset,
  };
}

export type CheckoutOpener = ReturnType<typeof useCheckout>;
