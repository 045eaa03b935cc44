/**
 * The service's one clock (4 §A). Every rule takes `now` from here, as a statement parameter, never from the
 * database; CLOCK_OFFSET moves it so that windows, renewals and month ends can be tried. Signature tolerance and
 * nothing else uses the real time.
 */
let offset = 0;

/** Sets how many milliseconds the clock runs ahead of the real one. Called once, at start. */
export function setClockOffset(milliseconds: number): void {
  offset = milliseconds;
}

/** The service's time. */
export const now = (): Date => new Date(Date.now() + offset);

/** The real time at which the service's clock showed `instant`, for what signatures are checked by. */
export const realTimeOf = (instant: Date): Date => new Date(instant.getTime() - offset);
