/** The same picture as a file for print. */
import { modulesOf, pathOf } from './modules';

const BORDER = 2;
/** Sharp on a poster. */
const MODULE_PIXELS = 24;

function svgOf(value: string): Blob {
  const modules = modulesOf(value, BORDER);
  const { size } = modules;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${pathOf(modules)}"/></svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

async function pngOf(value: string): Promise<Blob> {
  const { size, dark } = modulesOf(value, BORDER);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [size * MODULE_PIXELS, size * MODULE_PIXELS];
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser draws no pictures.');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  for (const { x, y } of dark) pen.fillRect(x * MODULE_PIXELS, y * MODULE_PIXELS, MODULE_PIXELS, MODULE_PIXELS);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture cannot be drawn.')) : resolve(blob))),
  );
}

/** @param name without an ending */
export async function saveQr(value: string, name: string, format: 'svg' | 'png'): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(format === 'svg' ? svgOf(value) : await pngOf(value));
  link.download = `${name}.${format}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
