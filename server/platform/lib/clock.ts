/**
 * The service's clock (docs/contract/shared.md#instants). Every rule gets `now` from here, as a statement's parameter,
 * never from the database. CLOCK_OFFSET moves the clock, so that windows, renewals and month ends can be tested. Only
 * the tolerance of signatures uses the real time.
 */
let offset = 0;

/** Sets how many milliseconds the clock runs ahead of the real one. Called once, at start. */
export function setClockOffset(milliseconds: number): void {
  offset = milliseconds;
}

/**
 * Returns the milliseconds by which the service's clock is ahead of the real one, so that the database can compute the
 * service's time.
 */
export const clockOffset = (): number => offset;

/** The service's time. */
export const now = (): Date => new Date(Date.now() + offset);

/** Returns the real time, only for values that other machines' clocks judge or signed. No rule of Laris may use it. */
export const realNow = (): Date => new Date();

/** Converts the service's time to the real time, for checks of signatures. */
export const realTimeOf = (instant: Date): Date => new Date(instant.getTime() - offset);

/** Converts a real time, such as a vendor's timestamp, to the service's time. */
export const serviceTimeOf = (real: Date): Date => new Date(real.getTime() + offset);
