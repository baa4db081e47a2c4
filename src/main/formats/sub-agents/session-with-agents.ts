import type { Block, Body } from '../../../shared/model/body';
import type { HeadsEnd } from '../../../shared/model/heads';
import type { Check, Problem } from '../../../shared/model/report';
import type { Fact, SessionSummary } from '../../../shared/model/session';
import { parseArguments, textOf } from '../../../shared/tools/arguments';
import type { BodyOptions, HeadsSink, PathTail, ReadResult, SessionSource } from '../format';
import type { TextSlice } from '../large-text';
import { type LineStore, sessionTitle } from '../line-session/store';
import { unknownSession } from '../read-failures';
import type { SubAgentMeta } from './sub-agent-files';

/** The session of a sub-agent, and what the program noted of it. */
export interface SubAgentSession extends SubAgentMeta {
  readonly store: LineStore;
}

/** A session and those of its sub-agents, each a file of its own, as the sessions of one file. */
export class SessionWithAgents implements SessionSource {
  readonly format;
  readonly formatVersion;
  readonly #main: LineStore;
  readonly #problems: readonly Problem[];
  readonly #summaries: readonly SessionSummary[];
  readonly #stores = new Map<string, LineStore>();
  /** Ids of sessions by the ids of the calls that started them. */
  readonly #byCall = new Map<string, string>();
  /** Of the others by what they were asked; null for what several were asked. */
  readonly #byPrompt = new Map<string, string | null>();

  constructor(main: LineStore, agents: readonly SubAgentSession[], problems: readonly Problem[]) {
    this.format = main.format;
    this.formatVersion = main.formatVersion;
    this.#main = main;
    this.#problems = problems;
    const { sessions } = main.sessions();
    const children: SessionSummary[] = [];
    for (const { store, description, toolUseId } of agents) {
      for (const summary of store.sessions().sessions) {
        this.#stores.set(summary.id, store);
        this.#noteCall(summary, toolUseId);
        children.push({ ...summary, title: description ?? summary.title });
      }
    }
    for (const { id } of sessions) this.#stores.set(id, main);
    this.#summaries = [...sessions, ...ranked(children, sessions.length)];
  }

  facts(): Fact[] {
    const count = this.#summaries.length - 1;
    return count === 0
      ? this.#main.facts()
      : [...this.#main.facts(), { name: 'Sub-agents', value: String(count) }];
  }

  sessions(): { sessions: SessionSummary[]; total: number; problems: Problem[] } {
    return { sessions: [...this.#summaries], total: this.#summaries.length, problems: [...this.#problems] };
  }

  async heads(sessionId: string, sink: HeadsSink): Promise<ReadResult<HeadsEnd>> {
    return this.#stores.get(sessionId)?.heads(sessionId, sink) ?? unknownSession();
  }

  async bodies(
    sessionId: string,
    rows: readonly number[],
    options: BodyOptions,
  ): Promise<ReadResult<Body[]>> {
    const bodies = await this.#stores.get(sessionId)?.bodies(sessionId, rows, options);
    if (bodies === undefined) return unknownSession();
    if (!bodies.ok || this.#summaries.length === 1) return bodies;
    return { ok: true, value: bodies.value.map((body) => this.#withLinks(body)) };
  }

  async text(
    sessionId: string,
    row: number,
    block: number | null,
    start: number,
    length: number,
  ): Promise<ReadResult<TextSlice>> {
    return this.#stores.get(sessionId)?.text(sessionId, row, block, start, length) ?? unknownSession();
  }

  async tail(sessionId: string, options: BodyOptions): Promise<ReadResult<PathTail | null>> {
    return this.#stores.get(sessionId)?.tail(sessionId, options) ?? unknownSession();
  }

  schemaChecks(): Check[] {
    return this.#main.schemaChecks();
  }

  #noteCall({ id, title }: SessionSummary, toolUseId: string | null): void {
    if (toolUseId !== null) this.#byCall.set(toolUseId, id);
    else if (title !== null) this.#byPrompt.set(title, this.#byPrompt.has(title) ? null : id);
  }

  /** A body whose calls tell which session they started. */
  #withLinks(body: Body): Body {
    return {
      ...body,
      blocks: body.blocks.map((block) => {
        const startedSession = block.type === 'tool_call' ? this.#startedBy(block) : null;
        return startedSession === null ? block : { ...block, startedSession };
      }),
    };
  }

  #startedBy({ callId, argumentsText }: Extract<Block, { type: 'tool_call' }>): string | null {
    const noted = callId === null ? undefined : this.#byCall.get(callId);
    if (noted !== undefined) return noted;
    if (this.#byPrompt.size === 0 || argumentsText.text.length < argumentsText.totalChars) return null;
    const args = parseArguments(argumentsText.text);
    const prompt = args === null ? null : textOf(args, 'prompt');
    return this.#byPrompt.get((prompt === null ? null : sessionTitle(prompt)) ?? '') ?? null;
  }
}

/** Ranks by last write, behind the session that the file is of. */
function ranked(summaries: readonly SessionSummary[], first: number): SessionSummary[] {
  const timeOf = ({ lastWrittenAt }: SessionSummary) => lastWrittenAt ?? '';
  const newestFirst = [...summaries].sort((left, right) => (timeOf(left) < timeOf(right) ? 1 : -1));
  const ranks = new Map(newestFirst.map(({ id }, at) => [id, first + at]));
  return summaries.map((summary) => ({ ...summary, recency: ranks.get(summary.id) ?? first }));
}
