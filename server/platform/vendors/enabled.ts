/**
 * The providers of this server: those of the contract, and the one that EXTENSIONS=smtp adds. Set when a process
 * starts, like its clock, because schemas are made before any setting is read. Browsers accept every provider that the
 * server shows.
 */
import { PROVIDER_IDS, WITH_SMTP, type ProviderId } from '@/server/platform/vendors/provider-ids';

let hasSmtp = true;

export const setEnabledProviders = ({ smtp }: { smtp: boolean }): void => {
  hasSmtp = smtp;
};

export const isEnabledProvider = (id: ProviderId): boolean => id !== WITH_SMTP || hasSmtp;

export const enabledProviders = (): ProviderId[] => PROVIDER_IDS.filter(isEnabledProvider);
