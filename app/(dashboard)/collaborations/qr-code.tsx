'use client';
import { encode } from 'uqr';

/** An address for the camera of a phone: dark on white in both themes, as readers want it. */
export function QrCode({ value, label, size }: { value: string; label: string; size: number }) {
  const { data, size: modules } = encode(value, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
