import { isNativeObject, type NativeObject, type NativeValue } from '../../../shared/json/native';
import type { Fact } from '../../../shared/model/session';
import { ownCopy } from '../../../shared/text/own-copy';
import type { SessionFacts } from '../line-session/line-format';

/** Longest text kept of a title, in UTF-16 units. */
const MAX_TITLE_CHARS = 2000;
/** Sessions that are named of those that records of a file say they are of. */
const MAX_SESSION_IDS = 5;

/** Fields of which the first one in the file counts, and those of which the last one does. */
const FIRST_FIELDS: Readonly<Record<string, string>> = {
  cwd: 'Folder',
  gitBranch: 'Branch at the start',
  timestamp: 'Started',
  teamName: 'Team',
};
const LAST_FIELDS: Readonly<Record<string, string>> = {
  version: 'Written by',
  tag: 'Tag',
  agentName: 'Agent name',
  agentSetting: 'Agent',
  mode: 'Mode',
  permissionMode: 'Permission mode',
  prUrl: 'Pull request',
};
/** Where a title comes from, the best first. */
const TITLE_FIELDS = ['customTitle', 'aiTitle', 'lastPrompt', 'summary'] as const;
/** Types that a field of the session as a whole may stand in; elsewhere the same name may mean something else. */
const FIELD_TYPES: Readonly<Record<string, string>> = {
  tag: 'tag',
  agentSetting: 'agent-setting',
  mode: 'mode',
  prUrl: 'pr-link',
  customTitle: 'custom-title',
  aiTitle: 'ai-title',
  lastPrompt: 'last-prompt',
  summary: 'summary',
};

/** Collects what the records of a file say of the session as a whole. */
export class SessionNotes {
  readonly #fields = new Map<string, string>();
  readonly #sessionIds = new Set<string>();
  #forkedFrom: string | null = null;
  #agentId: string | null = null;
  #hasMainRecord = false;
  #firstPrompt: string | null = null;
  #firstSidePrompt: string | null = null;

  take(record: NativeObject): void {
    for (const field of Object.keys(FIRST_FIELDS))
      if (!this.#fields.has(field)) this.#keep(field, record[field]);
    for (const field of [...Object.keys(LAST_FIELDS), ...TITLE_FIELDS]) {
      const type = FIELD_TYPES[field];
      if (type === undefined || type === record.type) this.#keep(field, record[field]);
    }
    if (typeof record.uuid === 'string') this.#takeNode(record);
  }

  /** Takes what a user asked. */
  takePrompt(prompt: string, isSidechain: boolean): void {
    if (!/\S/.test(prompt)) return;
    if (isSidechain) this.#firstSidePrompt ??= ownCopy(prompt.slice(0, MAX_TITLE_CHARS));
    else this.#firstPrompt ??= ownCopy(prompt.slice(0, MAX_TITLE_CHARS));
  }

  facts(): Omit<SessionFacts, 'leafId'> {
    const titles = TITLE_FIELDS.map((field) => this.#fields.get(field)?.trim());
    const prompt = this.#firstPrompt ?? (this.#hasMainRecord ? null : this.#firstSidePrompt);
    return {
      // The session of a sub-agent is called by the agent: its records have the id of the one that started it.
      id: this.#ownAgentId(),
      title: titles.find((title) => title !== undefined && title !== '') ?? prompt,
      formatVersion: null,
      facts: this.#named(),
      findings: [],
    };
  }

  #takeNode({ sessionId, isSidechain, agentId, forkedFrom }: NativeObject): void {
    if (isSidechain !== true) this.#hasMainRecord = true;
    if (
      typeof sessionId === 'string' &&
      this.#sessionIds.size < MAX_SESSION_IDS &&
      !this.#sessionIds.has(sessionId)
    )
      this.#sessionIds.add(ownCopy(sessionId));
    if (typeof agentId === 'string' && agentId !== '') this.#agentId ??= ownCopy(agentId);
    if (this.#forkedFrom === null && isNativeObject(forkedFrom) && typeof forkedFrom.sessionId === 'string')
      this.#forkedFrom = ownCopy(forkedFrom.sessionId);
  }

  #keep(field: string, value: NativeValue | undefined): void {
    if (typeof value !== 'string' || value === this.#fields.get(field)) return;
    // An empty tag takes the tag away.
    if (value === '') this.#fields.delete(field);
    else this.#fields.set(field, ownCopy(value.slice(0, MAX_TITLE_CHARS)));
  }

  #ownAgentId(): string | null {
    return this.#hasMainRecord ? null : this.#agentId;
  }

  #named(): Fact[] {
    const facts: Fact[] = [];
    for (const [field, name] of Object.entries({ ...FIRST_FIELDS, ...LAST_FIELDS })) {
      const value = this.#fields.get(field);
      if (value !== undefined)
        facts.push({ name, value: field === 'version' ? `Claude Code ${value}` : value });
    }
    const agentId = this.#ownAgentId();
    const [first, ...others] = this.#sessionIds;
    if (agentId !== null) facts.push({ name: 'Sub-agent', value: agentId });
    if (first !== undefined)
      facts.push({ name: agentId === null ? 'Session id' : 'Parent session', value: first });
    // A session that was resumed or forked once began with the records of the one before.
    if (others.length > 0) facts.push({ name: 'Further session ids', value: others.join(', ') });
    if (this.#forkedFrom !== null) facts.push({ name: 'Forked from', value: this.#forkedFrom });
    return facts;
  }
}
