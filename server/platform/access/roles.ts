/**
 * The roles of people in a workspace (docs/contract/accounts.md#roles). Only the access levels check roles
 * (server/platform/access/procedures.ts).
 */

/** The roles, from the one with all permissions to the one that only reads. */
export const ROLES = ['owner', 'admin', 'marketer', 'analyst'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that a member can be given; ownership is transferred instead. */
export const GIVEN_ROLES = ['admin', 'marketer', 'analyst'] as const satisfies readonly Role[];
export type GivenRole = (typeof GIVEN_ROLES)[number];

/**
 * The permission that a procedure or route needs. `read`: it changes nothing. `write`: it changes data, or shows
 * sensitive data, such as somebody's bank account. `manage`: keys, billing and members. What only the owner may do is
 * checked in the transaction of the change (server/modules/account/accounts/members.ts).
 */
export type Need = 'read' | 'write' | 'manage';

const MAY: Record<Role, readonly Need[]> = {
  owner: ['read', 'write', 'manage'],
  admin: ['read', 'write', 'manage'],
  marketer: ['read', 'write'],
  analyst: ['read'],
};

export const permits = (role: Role, need: Need): boolean => MAY[role].includes(need);

/** The only role of the release before roles; it allows what admin allows. */
const BEFORE_ROLES = 'member';

/**
 * Returns the role of a stored text. An unknown role may only read, because a later release may have made it for less.
 */
export const roleOf = (stored: string): Role =>
  ROLES.find((role) => role === stored) ?? (stored === BEFORE_ROLES ? 'admin' : 'analyst');

/**
 * The roles that an admin may give and take away. Only the owner decides who is admin, so that no admin can remove
 * another.
 */
export const BELOW_ADMIN: readonly Role[] = ['marketer', 'analyst'];
