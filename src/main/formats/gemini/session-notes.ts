import { isNativeObject, type NativeObject, type NativeValue } from '../../../shared/json/native';
import type { Fact } from '../../../shared/model/session';
import { ownCopy } from '../../../shared/text/own-copy';
import type { SessionFacts } from '../line-session/line-format';

/** Longest text kept of a field, in UTF-16 units. */
const MAX_CHARS = 2000;

/** Fields of the metadata and the names they go by for people. */
const NAMES: Readonly<Record<string, string>> = {
  projectHash: 'Project',
  startTime: 'Started',
  lastUpdated: 'Last updated',
  kind: 'Kind',
};
const FIELDS = ['sessionId', 'summary', ...Object.keys(NAMES)];

/** Collects what the records of a file say of the session as a whole: later fields count more than earlier ones. */
export class SessionNotes {
  readonly #fields = new Map<string, string>();
  #hasMetadata = false;
  #firstPrompt: string | null = null;

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
      facts,
      findings: this.#hasMetadata ? [] : [MISSING_HEADER],
    };
  }
}

const MISSING_HEADER = {
  code: 'header-missing',
  severity: 'error',
  message: 'The metadata of the session is missing: no line of the file has it.',
} as const;
