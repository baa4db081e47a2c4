import { createHash } from 'node:crypto';
import type { ThewayEntry } from './theway-file';

/** A tool call of an assistant turn. */
interface StoryCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a tool gave back: text, perhaps an image, perhaps as an error. */
export interface StoryOutcome {
  readonly text: string;
  readonly isError?: boolean;
  readonly png?: Buffer;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One assistant message. Outcomes pair with calls by place; a call without one stays without a result. */
export interface StoryTurn {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly StoryCall[];
  readonly outcomes?: readonly StoryOutcome[];
  readonly stopReason?: 'stop' | 'error' | 'aborted';
  readonly errorMessage?: string;
}

const SECONDS = { user: 70, assistant: 9, result: 3, other: 1 } as const;
/** US dollars for a million tokens. */
const PRICE = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 } as const;

/** Tells a session entry by entry as theway would have written it, with times and ids that only depend on the story. */
export class ThewayStory {
  readonly entries: ThewayEntry[] = [];
  #leaf: string | null = null;
  #timeMs: number;
  #contextTokens = 3_200;
  #calls = 0;
  #model = { provider: '', modelId: '' };

  constructor(startMs: number) {
    this.#timeMs = startMs;
  }

  /** Id of the entry the next one hangs below. */
  get leaf(): string | null {
    return this.#leaf;
  }

  user(text: string, png?: Buffer): string {
    const content = png ? [{ type: 'text', text }, image(png)] : text;
    return this.#message('user', { role: 'user', content }, SECONDS.user);
  }

  /** An assistant message and the results of its calls; gives the id of the message. */
  assistant(turn: StoryTurn): string {
    const calls = (turn.calls ?? []).map((call) => ({
      type: 'toolCall',
      id: this.#callId(),
      name: call.tool,
      arguments: call.arguments,
    }));
    const content = [
      ...(turn.thinking ? [{ type: 'thinking', thinking: turn.thinking }] : []),
      ...(turn.text ? [{ type: 'text', text: turn.text }] : []),
      ...calls,
    ];
    const message = {
      role: 'assistant',
      content,
      api: 'messages',
      provider: this.#model.provider,
      model: this.#model.modelId,
      usage: this.#usage(JSON.stringify(content).length),
      stopReason: turn.stopReason ?? (calls.length > 0 ? 'toolUse' : 'stop'),
      ...(turn.errorMessage ? { errorMessage: turn.errorMessage } : {}),
    };
    const id = this.#message('assistant', message, SECONDS.assistant);
    turn.outcomes?.forEach((outcome, index) => {
      const call = calls[index];
      if (call) this.#result(call, outcome);
    });
    return id;
  }

  model(provider: string, modelId: string): void {
    this.#model = { provider, modelId };
    this.other('model_change', { provider, modelId });
  }

  label(targetId: string, label: string): void {
    this.other('label', { targetId, label });
  }

  /** Moves the active leaf; what is told next continues there. */
  moveTo(targetId: string): void {
    this.other('leaf', { targetId });
    this.#leaf = targetId;
  }

  /** An entry of any other type; gives its id. */
  other(type: string, fields: Readonly<Record<string, unknown>>): string {
    return this.#append(type, fields, SECONDS.other);
  }

  #result(call: { id: string; name: string }, outcome: StoryOutcome): void {
    const message = {
      role: 'toolResult',
      toolCallId: call.id,
      toolName: call.name,
      content: [{ type: 'text', text: outcome.text }, ...(outcome.png ? [image(outcome.png)] : [])],
      isError: outcome.isError ?? false,
      ...(outcome.details ? { details: outcome.details } : {}),
    };
    this.#message('result', message, SECONDS.result);
  }

  #message(kind: keyof typeof SECONDS, message: Readonly<Record<string, unknown>>, seconds: number): string {
    if (kind !== 'assistant') this.#contextTokens += Math.ceil(JSON.stringify(message.content).length / 4);
    const timestamp = this.#timeMs + seconds * 1000;
    return this.#append('message', { message: { ...message, timestamp } }, seconds);
  }

  #append(type: string, fields: Readonly<Record<string, unknown>>, seconds: number): string {
    this.#timeMs += seconds * 1000;
    const id = timeOrderedId(this.#timeMs, this.entries.length);
    const timestamp = new Date(this.#timeMs).toISOString();
    this.entries.push({ type, id, parentId: this.#leaf, timestamp, ...fields });
    this.#leaf = id;
    return id;
  }

  #callId(): string {
    this.#calls += 1;
    return `call_${digestOf(`call ${this.#calls}`).slice(0, 10)}`;
  }

  #usage(contentChars: number): Record<string, unknown> {
    const cacheRead = Math.floor(this.#contextTokens * 0.9);
    const input = this.#contextTokens - cacheRead;
    const output = Math.ceil(contentChars / 3) + 40;
    const cacheWrite = Math.floor(input / 2);
    this.#contextTokens += output;
    const tokens = { input, output, cacheRead, cacheWrite };
    const cost = {
      input: dollars(input, PRICE.input),
      output: dollars(output, PRICE.output),
      cacheRead: dollars(cacheRead, PRICE.cacheRead),
      cacheWrite: dollars(cacheWrite, PRICE.cacheWrite),
    };
    const total = Object.values(cost).reduce((sum, part) => sum + part, 0);
    return {
      ...tokens,
      totalTokens: input + output + cacheRead + cacheWrite,
      cost: { ...cost, total: round(total) },
    };
  }
}

function image(png: Buffer): Record<string, string> {
  return { type: 'image', data: png.toString('base64'), mimeType: 'image/png' };
}

function dollars(tokens: number, perMillion: number): number {
  return round((tokens * perMillion) / 1e6);
}

function round(amount: number): number {
  return Number(amount.toFixed(6));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A UUIDv7 of a time whose random part depends on the entry's place alone. */
function timeOrderedId(timeMs: number, place: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  const noise = digestOf(`entry ${place}`);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${noise.slice(0, 3)}-8${noise.slice(3, 6)}-${noise.slice(6, 18)}`;
}
