import { isNativeObject, type NativeObject, type NativeValue } from '../../../shared/json/native';
import type { Fact } from '../../../shared/model/session';
import { ownCopy } from '../../../shared/text/own-copy';
import type { SessionFacts } from '../line-session/line-format';

/** The kind of a session that another one started. */
const SUB_AGENT = 'subagent';
/** Longest text kept of a field, in UTF-16 units. */
const MAX_CHARS = 2000;

/** Fields of the metadata and the names they go by for people. */
const NAMES: Readonly<Record<string, string>> = {
  projectHash: 'Project',
  startTime: 'Started',
  lastUpdated: 'Last updated',
};
const FIELDS = ['sessionId', 'summary', 'kind', ...Object.keys(NAMES)];

/** Collects what the records of a file say of the session as a whole: later fields count more than earlier ones. */
export class SessionNotes {
  readonly #fields = new Map<string, string>();
  #hasMetadata = false;
  #firstPrompt: string | null = null;
  readonly #folderName: string;

  /** `folderName` is that of the folder the file lies in: a sub-agent's has the id of the session that started it. */
  constructor(folderName: string) {
    this.#folderName = folderName;
  }

  /** Takes metadata; whether it is the first. */
  takeFirst(metadata: NativeObject): boolean {
    const isFirst = !this.#hasMetadata;
    this.#hasMetadata = true;
    this.takeUpdate(metadata);
    return isFirst;
  }

  /** Takes fields that an update sets. */
  takeUpdate(fields: NativeValue | undefined): void {
    if (!isNativeObject(fields)) return;
    for (const field of FIELDS) {
      const value = fields[field];
      if (typeof value === 'string' && value !== this.#fields.get(field))
        this.#fields.set(field, ownCopy(value.slice(0, MAX_CHARS)));
    }
  }

  /** Takes what a user asked. */
  takePrompt(prompt: string): void {
    if (/\S/.test(prompt)) this.#firstPrompt ??= ownCopy(prompt.slice(0, MAX_CHARS));
  }

  facts(): Omit<SessionFacts, 'leafId'> {
    const facts = Object.entries(NAMES).flatMap(([field, name]): Fact[] => {
      const value = this.#fields.get(field);
      return value === undefined ? [] : [{ name, value }];
    });
    return {
      id: this.#fields.get('sessionId') || null,
      title: this.#fields.get('summary')?.trim() || this.#firstPrompt,
      formatVersion: null,
      facts: [...facts, ...this.#kindFacts()],
      findings: this.#hasMetadata ? [] : [MISSING_HEADER],
    };
  }

  #kindFacts(): Fact[] {
    const kind = this.#fields.get('kind');
    if (kind === undefined) return [];
    if (kind !== SUB_AGENT) return [{ name: 'Kind', value: kind }];
    return [
      { name: 'Sub-agent', value: 'yes' },
      ...(this.#folderName === '' ? [] : [{ name: 'Parent session', value: this.#folderName }]),
    ];
  }
}

const MISSING_HEADER = {
  code: 'header-missing',
  severity: 'error',
  message: 'The metadata of the session is missing: no line of the file has it.',
} as const;
