import {
  IconBell,
  IconBrandAws,
  IconBrandDiscord,
  IconBrandFacebook,
  IconBrandFirebase,
  IconBrandInstagram,
  IconBrandLine,
  IconBrandLinkedin,
  IconBrandSlack,
  IconBrandTelegram,
  IconBrandThreads,
  IconBrandTiktok,
  IconBrandWhatsapp,
  IconBrandX,
  IconBrandYoutube,
  IconMail,
  IconMessage,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { ICON } from '@/components/ui/icon';
import type { Family, ProviderId } from '@/server/platform/vendors/provider-ids';

const OF_PROVIDER: Partial<Record<ProviderId, Icon>> = { email_p5: IconBrandAws, push_p2: IconBrandFirebase };

const OF_FAMILY: Record<Family, Icon> = {
  email: IconMail,
  sms: IconMessage,
  whatsapp: IconBrandWhatsapp,
  telegram: IconBrandTelegram,
  line: IconBrandLine,
  slack: IconBrandSlack,
  discord: IconBrandDiscord,
  push: IconBell,
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  threads: IconBrandThreads,
  tiktok: IconBrandTiktok,
  x: IconBrandX,
  linkedin: IconBrandLinkedin,
  youtube: IconBrandYoutube,
  webhook: IconWebhook,
};

/** The mark of a provider, or of what it sends. Always beside its name. */
export function ProviderIcon({ id, family }: { id: ProviderId; family: Family }) {
  const Mark = OF_PROVIDER[id] ?? OF_FAMILY[family];
  return <Mark {...ICON} />;
}
