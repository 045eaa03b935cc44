/** The place for the body of a download: on disk, and never in memory as a whole. */
import { createHash, randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import type { DownloadedFile } from '@/server/platform/vendors/provider';

/** Bytes that may wait for the disk before the connection has to. */
const MOST_WAITING = 1024 * 1024;

/** A file that is unlinked once it is open, so that it disappears with its process, however that ends. */
export class TemporaryFile implements DownloadedFile {
  size = 0;
  sha256 = '';
  private readonly hash = createHash('sha256');
  private writing: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private failure: unknown = null;

  private constructor(private readonly handle: FileHandle) {}

  static async make(): Promise<TemporaryFile> {
    const path = join(tmpdir(), `laris-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new TemporaryFile(handle);
  }

  /** Appends bytes in the order of the calls. @param source is paused while the disk is slower */
  append(chunk: Buffer, source: Pick<Dispatcher.DispatchController, 'pause' | 'resume'>): void {
    const position = this.size;
    this.size += chunk.length;
    this.hash.update(chunk);
    this.waiting += chunk.length;
    if (this.waiting > MOST_WAITING) source.pause();
    this.writing = this.writing
      .then(() => this.write(chunk, position))
      .catch((error: unknown) => void (this.failure ??= error))
      .then(() => {
        this.waiting -= chunk.length;
        if (this.waiting <= MOST_WAITING) source.resume();
      });
  }

  private async write(chunk: Buffer, position: number): Promise<void> {
    for (let done = 0; done < chunk.length;)
      done += (await this.handle.write(chunk, done, chunk.length - done, position + done)).bytesWritten;
  }

  /** Resolves once all bytes are on disk. @throws the disk's error */
  async whole(): Promise<this> {
    await this.writing;
    if (this.failure !== null) throw this.failure as Error;
    this.sha256 = this.hash.digest('hex');
    return this;
  }

  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } {
    return { arrayBuffer: () => this.read(start, Math.min(end, this.size)) };
  }

  private async read(start: number, end: number): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(Math.max(end - start, 0));
    for (let done = 0; done < bytes.length;) {
      const { bytesRead } = await this.handle.read(bytes, done, bytes.length - done, start + done);
      if (bytesRead === 0) throw new Error('The file is shorter than it was.');
      done += bytesRead;
    }
    return bytes.buffer;
  }

  async close(): Promise<void> {
    await this.writing;
    await this.handle.close();
  }
}
