'use client';
/** A whole page that takes a file: wherever it is dropped, it arrives. */
import { useEffect, useEffectEvent, useState } from 'react';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** @returns whether a file is being held over the page */
export function usePageDrop(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    // Entering a child comes before leaving its parent.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth++;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const hold = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      const file = event.dataTransfer?.files[0];
      // A place on the page that takes files itself has taken it.
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      take(file);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: hold, drop } as const;
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name as keyof typeof listeners, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name as keyof typeof listeners, listener);
    };
  }, []);
  return over;
}
