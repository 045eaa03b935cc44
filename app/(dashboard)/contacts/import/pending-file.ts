/** A file dropped on one page, for the next one to open. It lives as long as the tab does. */
let pending: File | null = null;

export const handOver = (file: File): void => {
  pending = file;
};

export const handedOver = (): File | null => pending;

export const forgetHandedOver = (): void => {
  pending = null;
};
