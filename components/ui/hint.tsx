'use client';
import { lazy, Suspense, useState, type ReactElement, type SyntheticEvent } from 'react';

const HintBox = lazy(async () => ({ default: (await import('@/components/ui/hint-box')).HintBox }));

/** The props that the element with the hint takes. */
interface Hinted {
  onPointerEnter: (event: SyntheticEvent<HTMLElement>) => void;
  onFocus: (event: SyntheticEvent<HTMLElement>) => void;
}

interface Props {
  label: string;
  children: (hinted: Hinted) => ReactElement;
}

/**
 * Words at an element while the pointer or the focus is on it. Their code comes with the first one that is asked for.
 */
export function Hint({ label, children }: Props) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const ask = (event: SyntheticEvent<HTMLElement>) => setElement(event.currentTarget);
  return (
    <>
      {children({ onPointerEnter: ask, onFocus: ask })}
      {element !== null && (
        <Suspense fallback={null}>
          <HintBox label={label} element={element} />
        </Suspense>
      )}
    </>
  );
}
