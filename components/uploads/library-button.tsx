'use client';
import { useDisclosure } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import type { StoredImage } from '@/components/uploads/upload-image';
import { whenOpened } from '@/components/ui/when-opened';

export const Library = whenOpened(async () => (await import('@/components/uploads/library')).Library);

interface Props {
  className: string | undefined;
  onChoose: (image: StoredImage) => void;
}

/** Opens the images that were uploaded before. */
export function LibraryButton({ className, onChoose }: Props) {
  const t = useTranslations('uploads.library');
  const [opened, drawer] = useDisclosure();
  return (
    <>
      <button type="button" className={className} onClick={drawer.open}>
        {t('choose')}
      </button>
      <Library
        opened={opened}
        onClose={drawer.close}
        onChoose={(image) => {
          drawer.close();
          onChoose(image);
        }}
      />
    </>
  );
}
