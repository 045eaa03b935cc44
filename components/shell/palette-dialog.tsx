'use client';
import { CloseButton, Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { PaletteSearch } from '@/components/shell/palette-search';
import { ICON } from '@/components/ui/icon';
import classes from './command-palette.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Returns the text that was typed before the field was there. */
  takeTyped: () => string;
}

/** The dialog for every possible action, every page, and every record by its name. */
export function PaletteDialog({ opened, onClose, takeTyped }: Props) {
  const t = useTranslations('shell');
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size="38rem"
      yOffset="5rem"
      classNames={{ content: classes.content, inner: classes.inner, body: classes.body }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t('search')}>
        <Modal.Body>
          <PaletteSearch
            onDone={onClose}
            takeTyped={takeTyped}
            icon={<IconSearch {...ICON} />}
            close={
              <CloseButton className={classes.close} size="lg" onClick={onClose} aria-label={t('palette.close')} />
            }
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
