'use client';
import { lazy, Suspense, useState, type ComponentType } from 'react';

/**
 * A dialog or drawer whose code comes when it is first opened, so that pages which only may show it do not carry it. It
 * stays from then on: its way out is drawn, and what it holds is kept.
 */
export function whenOpened<Props extends { opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function WhenOpened(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
