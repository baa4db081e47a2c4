import { isNativeArray, type NativeObject, type NativeValue } from '../../../shared/json/native';
import { FLAG } from '../../../shared/model/heads';
import type { EntryKind } from '../../../shared/model/kind';
import type { Finding } from '../../../shared/model/report';
import { quoteId } from '../stored-id';
import { storedMs } from '../stored-ms';
import { numberOf, objectOf, stringOf, wordsOf } from './native-fields';

/** What the head of an entry takes of its records, one after the other, their strings cut. */
export class EntryHead {
  kind: EntryKind = 'unknown';
  flags = 0;
  timeMs = Number.NaN;
  tokens = Number.NaN;
  /** Id of the message that an answer says it answers; empty for none. */
  answeredId = '';
  readonly toolNames: string[] = [];
  readonly findings: Finding[] = [];
  #said = '';
  #thought = '';
  #other = '';
  #partTypes = 0;
  #injected = 0;
  #compactions = 0;

  /** The record of the session. */
  takeSession(record: NativeObject): void {
    this.kind = 'session_info';
    this.#said = stringOf(record.title);
    // Rows have their times beside each other, files in an object.
    this.timeMs = storedMs(objectOf(record.time).created ?? record.time_created);
  }

  /** The record of a message; its parts follow. */
  takeMessage(record: NativeObject): void {
    const role = stringOf(record.role);
    this.timeMs = storedMs(objectOf(record.time).created);
    if (role === 'user') this.kind = 'user';
    else if (role === 'assistant') this.#takeAnswer(record);
    else this.findings.push({ code: 'message-invalid', severity: 'error', message: NO_ROLE });
  }

  /** A part of the message. */
  takePart(record: NativeObject): void {
    const type = stringOf(record.type);
    this.#partTypes += 1;
    switch (type) {
      case 'text':
        if (record.synthetic === true || record.ignored === true) this.#injected += 1;
        else this.#said ||= wordsOf(record.text);
        break;
      case 'reasoning':
        this.flags |= FLAG.thinking;
        this.#thought ||= wordsOf(record.text);
        break;
      case 'tool':
        this.#takeTool(record);
        break;
      case 'file':
        this.flags |= imageFlag(record);
        this.#other ||= stringOf(record.filename) || stringOf(record.mime);
        break;
      case 'subtask':
        this.#said ||= wordsOf(record.description) || wordsOf(record.prompt);
        break;
      case 'compaction':
        this.#compactions += 1;
        break;
      default:
        if (!STEPS.has(type)) this.#other ||= type;
    }
  }

  /** A part that could not be read. */
  takeUnread(): void {
    this.#partTypes += 1;
  }

  /** First words, once all records were taken; may be long and of several lines. */
  get preview(): string {
    const words = this.#said || this.#thought || this.#other;
    if (words === '' && this.#compactions > 0) return 'compaction';
    return words;
  }

  /** The kind, once all records were taken: what the program put in the role of the user is not the user's. */
  get finalKind(): EntryKind {
    if (this.kind !== 'user' || this.#partTypes === 0) return this.kind;
    if (this.#compactions === this.#partTypes) return 'meta';
    return this.#injected === this.#partTypes ? 'custom_message' : 'user';
  }

  get partCount(): number {
    return this.#partTypes;
  }

  #takeAnswer(record: NativeObject): void {
    this.kind = record.summary === true ? 'compaction' : 'assistant';
    this.answeredId = stringOf(record.parentID);
    this.tokens = tokensOf(record.tokens);
    const { name, data } = objectOf(record.error);
    if (name === undefined) return;
    this.flags |= FLAG.error;
    this.#other = wordsOf(objectOf(data).message) || stringOf(name);
  }

  #takeTool(record: NativeObject): void {
    const { status, attachments } = objectOf(record.state);
    const [name, callId] = [stringOf(record.tool), stringOf(record.callID)];
    this.toolNames.push(name);
    if (status === 'error') this.flags |= FLAG.error;
    for (const file of isNativeArray(attachments) ? attachments : []) this.flags |= imageFlag(objectOf(file));
    if (status === 'pending' || status === 'running')
      this.findings.push(unfinishedCall(name, callId, status));
  }
}

/** Parts that only frame others. */
const STEPS: ReadonlySet<string> = new Set(['step-start', 'step-finish', 'snapshot', 'patch']);

const NO_ROLE = 'The message has no role that is known.';

function imageFlag({ mime, url }: NativeObject): number {
  return stringOf(mime).startsWith('image/') && stringOf(url).startsWith('data:') ? FLAG.image : 0;
}

/** All that was read and written; NaN where nothing was counted. */
function tokensOf(value: NativeValue | undefined): number {
  const { total, input, output, reasoning, cache } = objectOf(value);
  const { read, write } = objectOf(cache);
  const counts = [input, output, reasoning, read, write].map(numberOf);
  if (numberOf(total) !== null) return numberOf(total) ?? Number.NaN;
  return counts.every((count) => count === null)
    ? Number.NaN
    : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** The program never takes the word back when it is ended: nothing says that the call still runs. */
function unfinishedCall(name: string, callId: string, status: string): Finding {
  return {
    code: 'call-without-result',
    severity: 'note',
    message: `The call ${quoteId(name)} (${quoteId(callId)}) is stored as ${status}, with no result. It stays so where the program was ended.`,
  };
}
