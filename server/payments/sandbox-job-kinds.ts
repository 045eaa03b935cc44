/** The jobs of the payment sandbox by name and payload, for whoever asks for one; what they do is in jobs.ts. */
import { z } from 'zod';

/** Calls back; `body` is the event as it will be sent, so that a second attempt sends the same. */
export const CALL_BACK = {
  name: 'payment-sandbox.call-back',
  payload: z.object({ accountId: z.string(), body: z.string() }),
};

/** Charges what is owed once more, with the outcome that an operator has set. */
export const CHARGE_AGAIN = { name: 'payment-sandbox.charge-again', payload: z.object({ accountId: z.string() }) };
