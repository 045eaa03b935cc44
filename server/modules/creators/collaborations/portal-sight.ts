/**
 * Anyone with the address of a portal is the creator: a person with read-only access is shown none
 * (docs/contract/accounts.md#roles).
 */
import type { Principal } from '@/server/platform/auth/principal';
import type { Collaboration } from '@/server/modules/creators/collaborations/schema';
import { may } from '@/server/platform/access/procedures';

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
