import type { Body, Usage } from '../model/body';
import type { EntryKind } from '../model/kind';
import type { Part } from './part';

/** What an entry says, read tolerantly: what cannot be understood is a `raw` part, with a fault that says why. */
export interface EntryContent {
  readonly kind: EntryKind;
  readonly role: string | null;
  readonly parts: readonly Part[];
  /** Named extras, for people. */
  readonly facts: Body['facts'];
  /** First words; may be long and of several lines. */
  readonly preview: string;
  /** Names of the tools called, or of the tool that answered. */
  readonly toolNames: readonly string[];
  /** Whether it is a failed tool result, or an answer that ended in an error. */
  readonly isError: boolean;
  readonly model: string | null;
  readonly stopReason: string | null;
  readonly errorMessage: string | null;
  readonly usage: Usage | null;
  /** What is odd about the content, sentences for people. */
  readonly faults: readonly string[];
}

/** Content with nothing in it: what each reader of a type starts from. */
export const NO_CONTENT: EntryContent = {
  kind: 'unknown',
  role: null,
  parts: [],
  facts: [],
  preview: '',
  toolNames: [],
  isError: false,
  model: null,
  stopReason: null,
  errorMessage: null,
  usage: null,
  faults: [],
};
