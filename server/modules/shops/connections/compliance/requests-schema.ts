/** Requests about people as the dashboard reads them (docs/contract/integrations.md#compliance). */
import * as z from 'zod';
import { id, idIn, instantOut } from '@/server/platform/lib/fields';

export const privacyRequest = z.object({
  id,
  integrationId: id,
  /** The shop's name as the merchant entered it. */
  shop: z.string(),
  /** Null: the shop sent no e-mail, or the person was erased in Laris. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Null: the person is not a contact. */
  contactId: z.string().nullable(),
  /** The number of orders named in the request that are here. */
  orders: z.number(),
  receivedAt: instantOut,
  /** The vendor's deadline for the answer. */
  answerBy: instantOut,
});
export type OpenRequest = z.output<typeof privacyRequest>;

export const privacyRequestsOutput = z.object({ requests: z.array(privacyRequest) });
export const closePrivacyRequestInput = z.object({ id: idIn });
export const closePrivacyRequestOutput = z.object({ id, done: z.literal(true) });
