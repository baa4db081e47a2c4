import { isNativeObject, type NativeObject, type NativeValue } from '../../../shared/json/native';
import type { Fact } from '../../../shared/model/session';
import { ownCopy } from '../../../shared/text/own-copy';
import {
  type LineReader,
  type LineRecord,
  newHead,
  type RecordHead,
  type SessionFacts,
} from '../line-session/line-format';
import { pieceId } from '../line-session/piece-head';
import { rfc3339Ms } from '../rfc3339';
import { readHead } from './record-head';

/** Longest text kept of a title, in UTF-16 units. */
const MAX_TITLE_CHARS = 2000;
/** Records that the conversation goes on from. */
const CONVERSATION: ReadonlySet<string> = new Set(['user', 'assistant', 'tool_result']);

/** Reads the records of a session of Qwen Code. */
export class QwenReader implements LineReader {
  /** Values by the names they go by for people; in the order in which they came. */
  readonly #named = new Map<string, string>();
  #sessionId: string | null = null;
  #title: string | null = null;
  #firstPrompt: string | null = null;
  #firstSidePrompt: string | null = null;
  #hasMainRecord = false;
  #agentId: string | null = null;
  /** Of the program that wrote the last record. */
  #version: string | null = null;
  #previousId: string | null = null;
  /** Of the last message on a side chain. */
  #lastSideId: string | null = null;
  /** Where the last rewind went back to, until the conversation goes on. */
  #rewoundTo: { readonly id: string | null } | null = null;

  push({ value, place }: LineRecord, emit: (head: RecordHead) => void): void {
    const ownId = textOf(value.uuid);
    const id = ownId === null ? pieceId(place) : ownId;
    // A record without an id is none of the tree: it hangs on what stands before it.
    const head = newHead(id, ownId === null ? this.#previousId : textOf(value.parentUuid), place);
    readHead(head, value);
    head.timeMs = rfc3339Ms(textOf(value.timestamp));
    const isSide = value.isSidechain === true;
    const isMessage = CONVERSATION.has(String(value.type)) || head.kind === 'compaction';
    head.isLeafCandidate = isMessage && !isSide;
    this.#take(value, isSide);
    this.#takePrompt(head, isSide);
    if (isMessage && isSide) this.#lastSideId = id;
    if (head.isLeafCandidate) this.#rewoundTo = null;
    else if (value.subtype === 'rewind') this.#rewoundTo = { id: copyOf(value.parentUuid) };
    this.#previousId = id;
    emit(head);
  }

  flush(): void {}

  facts(): SessionFacts {
    // A transcript of a sub-agent is nothing but a side chain.
    const isSide = !this.#hasMainRecord && this.#lastSideId !== null;
    const agentId = isSide ? this.#agentId : null;
    const facts: Fact[] = [...this.#named].map(([name, value]) => ({ name, value }));
    if (agentId !== null) facts.push({ name: 'Sub-agent', value: agentId });
    if (agentId !== null && this.#sessionId !== null)
      facts.push({ name: 'Session of its parent', value: this.#sessionId });
    return {
      id: agentId ?? this.#sessionId,
      title: this.#title ?? this.#firstPrompt ?? this.#firstSidePrompt,
      formatVersion: null,
      facts,
      findings: [],
      leafId: isSide ? this.#lastSideId : this.#rewoundTo === null ? undefined : this.#rewoundTo.id,
    };
  }

  /** Takes what a record says of the session; notes of the program come again and again, and the last one counts. */
  #take(record: NativeObject, isSide: boolean): void {
    this.#sessionId ??= copyOf(record.sessionId);
    this.#agentId ??= copyOf(record.agentId);
    if (!isSide && CONVERSATION.has(String(record.type))) this.#hasMainRecord = true;
    this.#keepFirst('Folder', record.cwd);
    this.#keepFirst('Branch at the start', record.gitBranch);
    this.#keepFirst('Started', record.timestamp);
    if (typeof record.version === 'string' && record.version !== this.#version) {
      this.#version = ownCopy(record.version);
      this.#keepLast('Written by', `Qwen Code ${record.version}`);
    }
    if (isNativeObject(record.forkedFrom)) this.#keepFirst('Forked from', record.forkedFrom.sessionId);
    if (record.type === 'system' && isNativeObject(record.systemPayload))
      this.#takeNote(String(record.subtype), record.systemPayload);
  }

  #takeNote(subtype: string, payload: NativeObject): void {
    switch (subtype) {
      case 'custom_title': {
        const title = textOf(payload.customTitle)?.trim() ?? '';
        this.#title = title === '' ? null : ownCopy(title.slice(0, MAX_TITLE_CHARS));
        if (typeof payload.titleSource === 'string') this.#keepLast('Title source', payload.titleSource);
        break;
      }
      case 'parent_session':
        this.#keepLast('Parent session', payload.parentSessionId);
        break;
      case 'session_source':
        this.#keepLast('Created by', payload.sourceType);
        break;
      case 'session_model':
        this.#keepLast('Model', payload.modelId);
    }
  }

  #takePrompt({ kind, preview }: RecordHead, isSide: boolean): void {
    // The prompt of a sub-agent was written by a program.
    if (kind !== 'user' && !(isSide && kind === 'custom_message')) return;
    if ((isSide ? this.#firstSidePrompt : this.#firstPrompt) !== null || !/\S/.test(preview)) return;
    const prompt = ownCopy(preview.slice(0, MAX_TITLE_CHARS));
    if (isSide) this.#firstSidePrompt = prompt;
    else this.#firstPrompt = prompt;
  }

  #keepFirst(name: string, value: NativeValue | undefined): void {
    if (!this.#named.has(name)) this.#keepLast(name, value);
  }

  #keepLast(name: string, value: NativeValue | undefined): void {
    if (typeof value !== 'string' || value === '' || value === this.#named.get(name)) return;
    this.#named.set(name, ownCopy(value.slice(0, MAX_TITLE_CHARS)));
  }
}

function textOf(value: NativeValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function copyOf(value: NativeValue | undefined): string | null {
  const text = textOf(value);
  return text === null ? null : ownCopy(text);
}
