import { IconAffiliate, IconKey, IconRobot, IconTerminal2, IconUser, type Icon } from '@tabler/icons-react';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './audit-log.module.css';
import type { Entry } from './known';

const ICONS: Record<Entry['actorKind'], Icon> = {
  session: IconUser,
  key: IconKey,
  platform: IconAffiliate,
  operator: IconTerminal2,
  system: IconRobot,
};

/** The kind of whoever acted; the words stand beside it. */
export function ActorIcon({ kind }: { kind: Entry['actorKind'] }) {
  const Picture = ICONS[kind];
  return (
    <span className={classes.actor} data-kind={kind}>
      <Picture {...SMALL_ICON} />
    </span>
  );
}
