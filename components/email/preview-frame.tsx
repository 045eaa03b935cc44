'use client';
import { SegmentedControl, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMoon, type Icon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import { keysOf } from '@/server/platform/lib/narrow';
import classes from './preview-frame.module.css';

interface Props<Device extends string> {
  /** The devices that the preview offers. Narrow windows begin with the phone. */
  devices: Readonly<Record<Device | 'desktop' | 'phone', Icon>>;
  words: { title: string; view: string; dark: string; device: (device: Device | 'desktop' | 'phone') => string };
  /** The device without a dark theme. */
  plain?: Device;
  /** True when the preview takes all of the height. */
  fills?: boolean;
  children: (shown: { device: Device | 'desktop' | 'phone'; dark: boolean }) => ReactNode;
}

/** Something that others will see, on a desk, on a phone and in the dark. */
export function PreviewFrame<Device extends string>({ devices, words, plain, fills, children }: Props<Device>) {
  const narrow = useMediaQuery('(max-width: 48em)');
  const [chosen, setChosen] = useState<Device | 'desktop' | 'phone' | null>(null);
  const device = chosen ?? (narrow ? 'phone' : 'desktop');
  const [isDark, setDark] = useState(false);
  const dark = isDark && device !== plain;
  const options = keysOf(devices).map((value) => {
    const DeviceIcon: Icon = devices[value];
    return {
      value,
      label: (
        <span className={classes.option}>
          <DeviceIcon {...SMALL_ICON} />
          {words.device(value)}
        </span>
      ),
    };
  });
  return (
    <section className={classes.preview} data-fills={fills} aria-label={words.title}>
      <header className={classes.controls}>
        <SegmentedControl size="xs" data={options} value={device} onChange={setChosen} aria-label={words.view} />
        <Switch
          size="sm"
          label={words.dark}
          checked={dark}
          disabled={device === plain}
          onChange={(event) => setDark(event.currentTarget.checked)}
          thumbIcon={isDark ? <IconMoon size={10} stroke={2.5} aria-hidden /> : undefined}
        />
      </header>
      {children({ device, dark })}
    </section>
  );
}
