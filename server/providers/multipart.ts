/** multipart/form-data (RFC 7578) of text fields, written as browsers write it. */
import { randomUUID } from 'node:crypto';

/** The body and its content type. A boundary of 128 random bits is in no field. */
export function multipart(fields: readonly (readonly [name: string, value: string])[]): {
  contentType: string;
  body: string;
} {
  const boundary = `laris-${randomUUID()}`;
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
}

/** What would end the name, or its line. */
const quoted = (name: string): string => name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
