'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { beginIn } from '@/components/campaign-select/use-begun-campaign';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { Panel } from '@/components/ui/panel';
import type { ChildType } from '@/server/resources/marketing-campaigns/children-schema';
import { KINDS } from './kinds';
import classes from './campaign-page.module.css';

/** What the campaign does not use yet: what it is good for, and both ways to have it. */
export function UnusedKinds({
  campaignId,
  types,
  title,
  onAttach,
}: {
  campaignId: string;
  types: readonly ChildType[];
  title: string;
  onAttach: (type: ChildType) => void;
}) {
  const t = useTranslations('marketingCampaigns');
  return (
    <Panel title={title} flush>
      <ul className={classes.unused}>
        {types.map((type) => {
          const { icon: Icon, form } = KINDS[type];
          return (
            <li key={type}>
              <span className={classes.icon}>
                <Icon {...ICON} />
              </span>
              <span className={classes.what}>
                <strong>{t(`kinds.${type}.title`)}</strong>
                <span>{t(`kinds.${type}.for`)}</span>
              </span>
              <span className={classes.ways}>
                {form !== null && (
                  <LinkButton size="compact-sm" variant="default" href={beginIn(form, campaignId)}>
                    {t(`kinds.${type}.create`)}
                  </LinkButton>
                )}
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('children.attachWhat', { kind: t(`kinds.${type}.title`) })}
                  onClick={() => onAttach(type)}
                >
                  {t('children.attach')}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
