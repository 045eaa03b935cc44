/**
 * Makes a picture fit to be sent around before it is uploaded: no wider than two pixels for each that is shown, and in a
 * format that Outlook and the share cards of messengers show (they know neither WebP nor AVIF). A GIF stays as it is,
 * for it may move.
 */
/** Two for each pixel of an e-mail. */
const MAX_WIDTH = 1200;
/** What is small enough is not touched: encoding anew costs quality. */
const SMALL_BYTES = 400 * 1024;
const JPEG_QUALITY = 0.86;

function hasTransparency(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/** @throws Error when the browser cannot read it as a picture */
export async function prepareImage(file: File, maxWidth = MAX_WIDTH): Promise<Blob> {
  if (file.type === 'image/gif') return file;
  const bitmap = await createImageBitmap(file);
  const shown = file.type === 'image/png' || file.type === 'image/jpeg';
  if (shown && bitmap.width <= maxWidth && file.size <= SMALL_BYTES) return file;
  const scale = Math.min(1, maxWidth / bitmap.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return file;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const type = file.type === 'image/jpeg' || !hasTransparency(context) ? 'image/jpeg' : 'image/png';
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
  return made === null || (shown && made.size >= file.size) ? file : made;
}
