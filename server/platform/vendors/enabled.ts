/**
 * The providers that this server has: those of the contract, and what EXTENSIONS=smtp adds. Set as a process starts, as
 * its clock is, for schemas are made before any setting is read. A browser takes what it is shown.
 */
import { PROVIDER_IDS, WITH_SMTP, type ProviderId } from '@/server/platform/vendors/provider-ids';

let hasSmtp = true;

export const setEnabledProviders = ({ smtp }: { smtp: boolean }): void => {
  hasSmtp = smtp;
};

export const isEnabledProvider = (id: ProviderId): boolean => id !== WITH_SMTP || hasSmtp;

export const enabledProviders = (): ProviderId[] => PROVIDER_IDS.filter(isEnabledProvider);
