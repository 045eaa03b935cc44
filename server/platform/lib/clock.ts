/**
 * The service's one clock (docs/contract/shared.md#instants). Every rule takes `now` from here, as a statement
 * parameter, never from the database; CLOCK_OFFSET moves it so that windows, renewals and month ends can be tried.
 * Signature tolerance and nothing else uses the real time.
 */
let offset = 0;

/** Sets how many milliseconds the clock runs ahead of the real one. Called once, at start. */
export function setClockOffset(milliseconds: number): void {
  offset = milliseconds;
}

/**
 * Milliseconds by which the clock runs ahead of the real one, for the other process that tells the service's time: the
 * database.
 */
export const clockOffset = (): number => offset;

/** The service's time. */
export const now = (): Date => new Date(Date.now() + offset);

/** The real time, for what is judged or signed by the clocks of other machines. No rule may ask for it. */
export const realNow = (): Date => new Date();

/** The real time at which the service's clock showed `instant`, for what signatures are checked by. */
export const realTimeOf = (instant: Date): Date => new Date(instant.getTime() - offset);

/** Returns the time that the service's clock showed at a real time, such as one that a vendor wrote. */
export const serviceTimeOf = (real: Date): Date => new Date(real.getTime() + offset);
