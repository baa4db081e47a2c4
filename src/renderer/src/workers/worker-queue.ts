import { startWorker, type WorkerName } from './worker-address';

interface Task<Request, Answer> {
  readonly request: Request;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly settle: (answer: Answer | null) => void;
}

/**
 * Work that a worker does, one task after the other. A task that takes longer than its limit ends the worker: what runs
 * in it (a regular expression, say) cannot be interrupted otherwise. The next task starts another.
 */
export class WorkerQueue<Request, Answer> {
  readonly #name: WorkerName;
  #worker: Worker | null = null;
  #waiting: Task<Request, Answer>[] = [];
  #isBusy = false;

  constructor(name: WorkerName) {
    this.#name = name;
  }

  /** The answer to a request; null when it failed, took longer than `limitMs`, or was given up before its turn. */
  ask(request: Request, limitMs: number, signal: AbortSignal): Promise<Answer | null> {
    return new Promise((settle) => {
      this.#waiting.push({ request, limitMs, signal, settle });
      if (!this.#isBusy) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift())
      task.settle(task.signal.aborted ? null : await this.#answer(task));
    this.#isBusy = false;
  }

  #answer({ request, limitMs }: Task<Request, Answer>): Promise<Answer | null> {
    this.#worker ??= startWorker(this.#name);
    const worker = this.#worker;
    return new Promise((settle) => {
      const end = () => {
        worker.terminate();
        this.#worker = null;
        settle(null);
      };
      const timer = setTimeout(end, limitMs);
      worker.onmessage = ({ data }: MessageEvent<Answer | null>) => {
        clearTimeout(timer);
        settle(data);
      };
      worker.onerror = () => {
        clearTimeout(timer);
        end();
      };
      worker.postMessage(request);
    });
  }
}
