/** Types of process-lock.mjs, which is plain JavaScript because the start scripts need it before anything is installed. */
export class LockedError extends Error {
  readonly pid: number;
}
export interface ProcessLock {
  release(): void;
}
export function processIdentity(pid: number): string | null;
export function lockHolder(file: string): number | null;
export function takeLock(file: string): ProcessLock;
export function waitForLock(file: string, onWait?: (pid: number) => void): Promise<ProcessLock>;
