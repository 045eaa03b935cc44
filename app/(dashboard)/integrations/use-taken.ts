import { useTranslations } from 'next-intl';
import { takenOf, type Integration } from './integration';

/** What a shop brings, in words. */
export function useTaken(): (integration: Integration) => string {
  const t = useTranslations('integrations');
  return (integration) => {
    const words = takenOf(integration).map((name) => t(`resources.${name}`));
    return words.length === 0 ? t('takesNothing') : words.join(', ');
  };
}
