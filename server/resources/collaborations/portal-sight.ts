/** Whoever has the address of a portal is the creator: somebody who may only look is shown none (docs/contract/accounts.md#roles). */
import type { Principal } from '@/server/auth/principal';
import type { Collaboration } from '@/server/resources/collaborations/schema';
import { may } from '@/server/rungs';

type WithPortal = Pick<Collaboration, 'portalUrl'>;

export const seenBy = <Shown extends WithPortal>(principal: Principal, shown: Shown): Shown =>
  may(principal, 'write') ? shown : { ...shown, portalUrl: '' };

export const pageSeenBy = <Shown extends WithPortal, Page extends { data: Shown[] }>(
  principal: Principal,
  page: Page,
) => ({
  ...page,
  data: page.data.map((each) => seenBy(principal, each)),
});
