'use client';
import { modulesOf, pathOf } from './modules';

/** An address for the camera of a phone: dark on white in both themes, as readers want it. */
export function QrCode({ value, label, size }: { value: string; label: string; size: number }) {
  const modules = modulesOf(value, 2);
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules.size} ${modules.size}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules.size} height={modules.size} fill="#fff" />
      <path d={pathOf(modules)} fill="#000" />
    </svg>
  );
}
