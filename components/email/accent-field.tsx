'use client';
import { ColorInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { DEFAULT_ACCENT } from '@/server/email/blocks-schema';

/** Dark enough for white words, each of them. */
const SWATCHES = [DEFAULT_ACCENT, '#7c2d12', '#b45309', '#4d7c0f', '#1d4ed8', '#6d28d9', '#be185d', '#1f2937'];

export function AccentField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}) {
  const t = useTranslations('templates.fields');
  return (
    <ColorInput
      label={t('accentColor')}
      description={t('accentHelp')}
      value={value}
      onChange={onChange}
      error={error}
      format="hex"
      placeholder={DEFAULT_ACCENT}
      swatches={SWATCHES}
      swatchesPerRow={8}
      withEyeDropper={false}
      popoverProps={{ withinPortal: true }}
    />
  );
}
