'use client';
import { lazy, Suspense, useState } from 'react';
import { ColumnButton } from './column-button';
import type { ColumnChoicesProps } from './column-choices';

const ColumnChoices = lazy(async () => ({ default: (await import('./column-choices')).ColumnChoices }));

/** Which columns a table has. What opens comes with the first click. */
export function ColumnMenu(props: ColumnChoicesProps) {
  const [asked, setAsked] = useState(false);
  const isActive = props.without.length > 0;
  if (!asked) return <ColumnButton isActive={isActive} onClick={() => setAsked(true)} />;
  return (
    <Suspense fallback={<ColumnButton isActive={isActive} />}>
      <ColumnChoices {...props} />
    </Suspense>
  );
}
