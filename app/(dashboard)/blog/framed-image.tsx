'use client';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { EmailFrame } from '@/components/email/email-frame';

interface Props {
  /** Wherever it is kept: the dashboard's own policy shows images of the store only, the frame's any. */
  src: string;
  /** Height for a width of 1. */
  ratio: number;
}

const WIDTH = 480;
const attribute = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

/** A picture that fills its place, cut at its edges. */
export function FramedImage({ src, ratio }: Props) {
  const { ref, width } = useElementSize();
  const html = useMemo(
    () =>
      `<head><style>body{margin:0;background:#e9e7e3}img{display:block;width:100%;aspect-ratio:${1 / ratio};object-fit:cover}</style></head><body><img src="${attribute(src)}" alt=""></body>`,
    [src, ratio],
  );
  return (
    <div ref={ref} style={{ height: Math.round((width || WIDTH) * ratio), overflow: 'hidden' }}>
      <EmailFrame html={html} title="" width={Math.max(width, WIDTH)} scheme="light" still />
    </div>
  );
}
