/**
 * The roles of people in a workspace (docs/contract/accounts.md#roles). The access levels alone asks for them
 * (server/platform/access/procedures.ts).
 */

/** From the one who may do everything to the one who only looks. */
export const ROLES = ['owner', 'admin', 'marketer', 'analyst'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that somebody else can be given; ownership is handed over. */
export const GIVEN_ROLES = ['admin', 'marketer', 'analyst'] as const satisfies readonly Role[];
export type GivenRole = (typeof GIVEN_ROLES)[number];

/**
 * The permission that a procedure or a route asks of a person. `read`: it changes nothing. `write`: it does, or shows
 * what is told apart with reason, such as somebody's bank account. `manage`: keys, billing, and who belongs to the
 * workspace. What only the owner may do is asked in the transaction that does it (server/modules/account/accounts/members.ts).
 */
export type Need = 'read' | 'write' | 'manage';

const MAY: Record<Role, readonly Need[]> = {
  owner: ['read', 'write', 'manage'],
  admin: ['read', 'write', 'manage'],
  marketer: ['read', 'write'],
  analyst: ['read'],
};

export const permits = (role: Role, need: Need): boolean => MAY[role].includes(need);

/** The role of the release before roles, whose members could do what an admin may. */
const BEFORE_ROLES = 'member';

/**
 * As it stands in the row. One that this release does not know may look, and no more: a later one may have made it for
 * less.
 */
export const roleOf = (stored: string): Role =>
  ROLES.find((role) => role === stored) ?? (stored === BEFORE_ROLES ? 'admin' : 'analyst');

/**
 * The roles that an admin gives and takes away. Who is an admin is for the owner to say, so that no admin shuts out
 * another.
 */
export const BELOW_ADMIN: readonly Role[] = ['marketer', 'analyst'];
