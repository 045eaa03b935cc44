'use client';
import { ActionIcon, Button, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { BlockFieldsProps } from '@/components/email/blocks';
import { TagField } from '@/components/email/tag-field';
import { SMALL_ICON } from '@/components/ui/icon';
import { BLOCK_LIMITS, NETWORK_NAMES, SOCIAL_NETWORKS } from '@/server/platform/email/blocks-schema';
import classes from './inner-fields.module.css';

const NETWORKS = SOCIAL_NETWORKS.map((value) => ({ value, label: NETWORK_NAMES[value] }));

export function SocialFields({ block, onChange, fault }: BlockFieldsProps<'social'>) {
  const t = useTranslations('templates.fields');
  const { links } = block;
  const change = (next: typeof links) => onChange({ ...block, links: next });
  const unused = SOCIAL_NETWORKS.find((network) => !links.some((link) => link.network === network)) ?? 'instagram';
  return (
    <>
      {links.map((link, index) => (
        <div key={index} className={classes.link}>
          <Select
            label={t('network')}
            data={NETWORKS}
            allowDeselect={false}
            value={link.network}
            onChange={(network) => network !== null && change(links.with(index, { ...link, network }))}
          />
          <TagField
            label={t('url')}
            address
            placeholder="https://"
            value={link.url}
            onChange={(url) => change(links.with(index, { ...link, url }))}
            maxLength={BLOCK_LIMITS.url}
            error={fault(`links.${index}.url`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('removeLink', { network: NETWORK_NAMES[link.network] })}
            onClick={() => change(links.toSpliced(index, 1))}
          >
            <IconTrash {...SMALL_ICON} />
          </ActionIcon>
        </div>
      ))}
      {fault('links') !== undefined && (
        <p role="alert" className={classes.fault}>
          {fault('links')}
        </p>
      )}
      <Button
        variant="default"
        size="xs"
        className={classes.add}
        leftSection={<IconPlus {...SMALL_ICON} />}
        disabled={links.length >= BLOCK_LIMITS.socialLinks}
        onClick={() => change([...links, { network: unused, url: '' }])}
      >
        {t('addLink')}
      </Button>
    </>
  );
}
