'use client';
import { NumberInput, TextInput, ActionIcon, Button, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { BlockFieldsProps } from '@/components/email/blocks';
import { ColumnsFields } from '@/components/email/columns-fields';
import { FormattedField } from '@/components/email/formatted-field';
import { ImageField } from '@/components/email/image-field';
import { CodeFields, ProductFields } from '@/components/email/shop-fields';
import { TagField } from '@/components/email/tag-field';
import {
  BLOCK_LIMITS as MAX,
  SPACER,
  type Block,
  BLOCK_LIMITS,
  NETWORK_NAMES,
  SOCIAL_NETWORKS,
} from '@/server/platform/email/blocks-schema';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './inner-fields.module.css';

const NETWORKS = SOCIAL_NETWORKS.map((value) => ({ value, label: NETWORK_NAMES[value] }));

function SocialFields({ block, onChange, fault }: BlockFieldsProps<'social'>) {
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

type Props<Kind extends Block['kind']> = BlockFieldsProps<Kind>;

function HeaderFields({ block, onChange, fault }: Props<'header'>) {
  const t = useTranslations('templates.fields');
  return (
    <>
      <ImageField
        label={t('logo')}
        help={t('logoHelp')}
        value={block.logoKey ?? ''}
        onChange={(logoKey) => onChange({ ...block, logoKey: logoKey === '' ? null : logoKey })}
        error={fault('logoKey')}
      />
      <TagField
        label={t('brandName')}
        value={block.brandName ?? ''}
        onChange={(brandName) => onChange({ ...block, brandName })}
        maxLength={MAX.brandName}
        error={fault('brandName')}
      />
    </>
  );
}

function HeroFields({ block, onChange, fault }: Props<'hero'>) {
  const t = useTranslations('templates.fields');
  return (
    <>
      <TagField
        label={t('title')}
        required
        value={block.title}
        onChange={(title) => onChange({ ...block, title })}
        maxLength={MAX.title}
        error={fault('title')}
      />
      <TagField
        label={t('subtitle')}
        lines={{ min: 2, max: 5 }}
        value={block.subtitle ?? ''}
        onChange={(subtitle) => onChange({ ...block, subtitle })}
        maxLength={MAX.subtitle}
        error={fault('subtitle')}
      />
    </>
  );
}

function TextFields({ block, onChange, fault }: Props<'text'>) {
  return <FormattedField block={block} onChange={onChange} error={fault('body')} />;
}

function SpacerFields({ block, onChange, fault }: Props<'spacer'>) {
  const t = useTranslations('templates.fields');
  return (
    <NumberInput
      label={t('height')}
      suffix=" px"
      min={SPACER.min}
      max={SPACER.max}
      step={8}
      clampBehavior="blur"
      allowDecimal={false}
      value={block.height}
      onChange={(height) => typeof height === 'number' && onChange({ ...block, height })}
      error={fault('height')}
    />
  );
}

function ButtonFields({ block, onChange, fault }: Props<'cta'>) {
  const t = useTranslations('templates.fields');
  return (
    <>
      <TagField
        label={t('label')}
        required
        value={block.label}
        onChange={(label) => onChange({ ...block, label })}
        maxLength={MAX.label}
        error={fault('label')}
      />
      <TagField
        label={t('url')}
        address
        required
        placeholder="https://"
        value={block.url}
        onChange={(url) => onChange({ ...block, url })}
        maxLength={MAX.url}
        error={fault('url')}
      />
    </>
  );
}

function PictureFields({ block, onChange, fault }: Props<'image'>) {
  const t = useTranslations('templates.fields');
  const uploaded = (block.assetKey ?? '') !== '';
  return (
    <>
      <ImageField
        label={t('image')}
        value={block.assetKey ?? ''}
        onChange={(assetKey) => onChange({ ...block, assetKey: assetKey === '' ? null : assetKey })}
        error={fault('assetKey')}
      />
      {!uploaded && (
        <TagField
          label={t('src')}
          address
          placeholder="https://"
          value={block.src ?? ''}
          onChange={(src) => onChange({ ...block, src })}
          maxLength={MAX.url}
          error={fault('src')}
        />
      )}
      <TextInput
        label={t('alt')}
        description={t('altHelp')}
        maxLength={MAX.alt}
        value={block.alt}
        onChange={(event) => onChange({ ...block, alt: event.currentTarget.value })}
        error={fault('alt')}
      />
      <TagField
        label={t('href')}
        address
        placeholder="https://"
        value={block.href ?? ''}
        onChange={(href) => onChange({ ...block, href })}
        maxLength={MAX.url}
        error={fault('href')}
      />
    </>
  );
}

function FooterFields({ block, onChange, fault }: Props<'footer'>) {
  const t = useTranslations('templates.fields');
  return (
    <>
      <TagField
        label={t('footerText')}
        lines={{ min: 2, max: 6 }}
        value={block.text ?? ''}
        onChange={(text) => onChange({ ...block, text })}
        maxLength={MAX.footer}
        error={fault('text')}
      />
      <TagField
        label={t('businessAddress')}
        lines={{ min: 2, max: 4 }}
        value={block.businessAddress ?? ''}
        onChange={(businessAddress) => onChange({ ...block, businessAddress })}
        maxLength={MAX.businessAddress}
        error={fault('businessAddress')}
      />
      <TagField
        label={t('unsubscribeUrl')}
        description={t('unsubscribeHelp')}
        address
        placeholder="https://"
        value={block.unsubscribeUrl ?? ''}
        onChange={(unsubscribeUrl) => onChange({ ...block, unsubscribeUrl })}
        maxLength={MAX.url}
        error={fault('unsubscribeUrl')}
      />
    </>
  );
}

/** The fields of any block. */
export function BlockFields({ block, ...rest }: Omit<Props<Block['kind']>, 'block'> & { block: Block }) {
  const t = useTranslations('templates.fields');
  switch (block.kind) {
    case 'header':
      return <HeaderFields block={block} {...rest} />;
    case 'hero':
      return <HeroFields block={block} {...rest} />;
    case 'text':
      return <TextFields block={block} {...rest} />;
    case 'cta':
      return <ButtonFields block={block} {...rest} />;
    case 'image':
      return <PictureFields block={block} {...rest} />;
    case 'columns':
      return <ColumnsFields block={block} fields={BlockFields} {...rest} />;
    case 'product':
      return <ProductFields block={block} {...rest} />;
    case 'code':
      return <CodeFields block={block} {...rest} />;
    case 'social':
      return <SocialFields block={block} {...rest} />;
    case 'spacer':
      return <SpacerFields block={block} {...rest} />;
    case 'divider':
      return <p>{t('divider')}</p>;
    case 'footer':
      return <FooterFields block={block} {...rest} />;
  }
}
