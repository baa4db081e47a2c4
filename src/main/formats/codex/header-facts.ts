import { isNativeObject, type NativeObject, type NativeValue } from '../../../shared/json/native';
import type { Finding } from '../../../shared/model/report';
import type { Fact } from '../../../shared/model/session';
import type { SessionFacts } from '../line-session/line-format';
import { textOf } from './record';

const NAMES: Readonly<Record<string, string>> = {
  cwd: 'Folder',
  timestamp: 'Started',
  originator: 'Started by',
  cli_version: 'Codex version',
  model_provider: 'Provider',
  history_mode: 'History',
  forked_from_id: 'Forked from',
  parent_thread_id: 'Parent session',
  agent_nickname: 'Agent',
  agent_role: 'Agent role',
  segment_id: 'Segment',
};

/** What the headers of a session say. A copy of another session's history has that one's header in it: the first counts. */
export class HeaderFacts {
  #header: NativeObject | null = null;

  /** Whether it is the header of the session itself. */
  add(header: NativeObject): boolean {
    // A later segment of the same session begins with a header of its own.
    if (this.#header !== null) return this.#header.id === header.id;
    this.#header = header;
    return true;
  }

  facts(): Pick<SessionFacts, 'id' | 'formatVersion' | 'facts'> {
    const header = this.#header;
    if (header === null) return { id: null, formatVersion: null, facts: [] };
    return {
      id: textOf(header.id) || null,
      formatVersion: textOf(header.history_mode) || ('cli_version' in header ? 'legacy' : '2025'),
      facts: headerFacts(header),
    };
  }

  findings(): Finding[] {
    return this.#header === null ? [MISSING_HEADER] : [];
  }
}

const MISSING_HEADER: Finding = {
  code: 'header-missing',
  severity: 'error',
  message: 'The session header is missing: no line of the file is one.',
};

function headerFacts(header: NativeObject): Fact[] {
  const facts = Object.entries(NAMES).flatMap(([key, name]) => fact(name, header[key]));
  const git = isNativeObject(header.git) ? header.git : {};
  return [
    ...facts,
    ...fact('Source', sourceName(header.source)),
    ...fact('Parent session', parentOf(header)),
    ...fact('Repository', git.repository_url),
    ...fact('Branch', git.branch),
    ...fact('Commit', git.commit_hash),
  ];
}

function fact(name: string, value: NativeValue | undefined): Fact[] {
  return typeof value === 'string' && value !== '' ? [{ name, value }] : [];
}

function sourceName(source: NativeValue | undefined): NativeValue {
  return isNativeObject(source) ? JSON.stringify(source) : (source ?? null);
}

/** The session that started this one, where only its source says so. */
function parentOf({ parent_thread_id: parent, source }: NativeObject): NativeValue {
  if (typeof parent === 'string' || !isNativeObject(source)) return null;
  const subagent = isNativeObject(source.subagent) ? source.subagent : {};
  const spawn = isNativeObject(subagent.thread_spawn) ? subagent.thread_spawn : {};
  return spawn.parent_thread_id ?? null;
}
