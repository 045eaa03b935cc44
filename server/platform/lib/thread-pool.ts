/**
 * Runs long computations in threads beside the event loop: with a deadline, and in turns by owner, so that one
 * workspace's texts never wait for all of another's.
 */
import type { Worker } from 'node:worker_threads';

/** The work took too long, or more memory than a thread may have. */
export class GaveUp extends Error {}
/** Too much work waits already, of this owner or of all together. */
export class QueueFull extends Error {}

export interface ThreadPoolOptions<Job> {
  /** Starts a thread. It must post `'ready'` once it can work, and then one answer for each message. */
  start: () => Worker;
  /** The number of threads; one owner uses at most one of them. */
  threads: number;
  /** Returns the size of a waiting job, compared with `room`. */
  sizeOf: (job: Job) => number;
  /** The largest total size of waiting jobs, of all owners and of one. */
  room: number;
  roomEach: number;
}

interface Task<Job, Answer> {
  job: Job;
  size: number;
  deadlineMs: number;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface Place {
  /** The running thread; started with the first task and kept. */
  thread: Worker | null;
  ready: Promise<void>;
}

export class ThreadPool<Job, Answer> {
  private readonly free: Place[];
  private readonly served = new Set<string>();
  /** The waiting tasks by owner; the owner whose turn is next comes first. */
  private readonly waiting = new Map<string, Task<Job, Answer>[]>();
  private waitingSize = 0;

  constructor(private readonly options: ThreadPoolOptions<Job>) {
    this.free = Array.from({ length: options.threads }, () => ({ thread: null, ready: Promise.resolve() }));
  }

  /**
   * @param owner whose turns the job uses
   * @param deadlineMs counted from when a thread begins the job
   * @throws QueueFull; GaveUp, which also ends the thread; any error of the thread
   */
  run(owner: string, job: Job, deadlineMs: number): Promise<Answer> {
    const { sizeOf, room, roomEach } = this.options;
    const size = sizeOf(job);
    const tasks = this.waiting.get(owner) ?? [];
    const own = tasks.reduce((sum, task) => sum + task.size, size);
    if (this.waitingSize + size > room || own > roomEach) return Promise.reject(new QueueFull());
    return new Promise<Answer>((resolve, reject) => {
      tasks.push({ job, size, deadlineMs, resolve, reject });
      this.waiting.set(owner, tasks);
      this.waitingSize += size;
      this.next();
    });
  }

  private next(): void {
    const owner = [...this.waiting.keys()].find((each) => !this.served.has(each));
    const place = owner === undefined ? undefined : this.free.pop();
    if (owner === undefined || place === undefined) return;
    const tasks = this.waiting.get(owner) ?? [];
    const task = tasks.shift();
    // Behind everybody else, if there is more.
    this.waiting.delete(owner);
    if (tasks.length > 0) this.waiting.set(owner, tasks);
    if (task === undefined) return;
    this.waitingSize -= task.size;
    this.served.add(owner);
    void this.work(place, task).finally(() => {
      this.served.delete(owner);
      this.free.push(place);
      this.next();
    });
  }

  private async work(place: Place, { job, deadlineMs, resolve, reject }: Task<Job, Answer>): Promise<void> {
    try {
      resolve(await this.answer(place, job, deadlineMs));
    } catch (error) {
      const { thread } = place;
      place.thread = null;
      await thread?.terminate();
      reject(error);
    }
  }

  private async answer(place: Place, job: Job, deadlineMs: number): Promise<Answer> {
    if (place.thread === null) {
      place.thread = this.options.start();
      place.ready = heard(place.thread, null).then(() => undefined);
    }
    const { thread } = place;
    thread.ref();
    await place.ready;
    const answer = heard(thread, deadlineMs);
    thread.postMessage(job);
    const answered = (await answer) as Answer;
    // A thread that only waits keeps no process running.
    thread.unref();
    return answered;
  }
}

/** Waits for the thread's next message. @throws GaveUp, or the reason why the thread ended */
function heard(thread: Worker, deadlineMs: number | null): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = deadlineMs === null ? undefined : setTimeout(() => end(() => reject(new GaveUp())), deadlineMs);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    const onMessage = (message: unknown): void => end(() => resolve(message));
    const onError = (error: NodeJS.ErrnoException): void =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new GaveUp() : error));
    const onExit = (): void => end(() => reject(new Error('A thread ended by itself.')));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
