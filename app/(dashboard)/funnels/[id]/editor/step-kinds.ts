import {
  IconArrowsSplit2,
  IconDoorExit,
  IconHelpHexagon,
  IconHourglass,
  IconClock,
  IconListDetails,
  IconSend,
  IconTicket,
  IconUserEdit,
  type Icon,
} from '@tabler/icons-react';
import type { StepKind } from '@/server/modules/automation/funnels/vocabulary';

export const KIND_ICONS: Readonly<Record<StepKind, Icon>> = {
  send: IconSend,
  delay: IconClock,
  wait_until: IconHourglass,
  condition: IconHelpHexagon,
  split: IconArrowsSplit2,
  mint_code: IconTicket,
  update_contact: IconUserEdit,
  list: IconListDetails,
  exit: IconDoorExit,
};

/** In the order in which they are offered: what is used most first. */
export const KINDS_OFFERED = [
  'send',
  'delay',
  'wait_until',
  'condition',
  'split',
  'mint_code',
  'update_contact',
  'list',
  'exit',
] as const satisfies readonly StepKind[];
