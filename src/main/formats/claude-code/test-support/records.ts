import type { Body } from '../../../../shared/model/body';
import type { OpenedLines } from '../../test-support/open-lines';

const SESSION = '7b1e6c1a-0d3f-4c55-9f0a-2a4c5d6e7f80';

/** A node of the tree as a line. */
export function node(type: string, uuid: string, parentUuid: string | null, fields: object = {}): string {
  const common = { isSidechain: false, sessionId: SESSION, cwd: '/home/mira', version: '2.1.240' };
  return JSON.stringify({
    parentUuid,
    ...common,
    type,
    ...fields,
    uuid,
    timestamp: '2026-08-20T07:00:00.000Z',
  });
}

/** What a user says, or what stands in that role. */
export function user(
  uuid: string,
  parent: string | null,
  content: unknown = uuid,
  fields: object = {},
): string {
  return node('user', uuid, parent, { message: { role: 'user', content }, ...fields });
}

interface AnswerFields {
  /** Of the message; the uuid of the line where it is left out. */
  readonly message?: string;
  readonly request?: string;
  readonly output?: number;
  /** Ids of the calls it makes; a text where there are none. */
  readonly calls?: readonly string[];
  readonly fields?: object;
}

/** One line of an answer of the model. */
export function answer(
  uuid: string,
  parent: string | null,
  { message = `msg_${uuid}`, request, output = 1, calls, fields = {} }: AnswerFields = {},
): string {
  const content =
    calls === undefined
      ? [{ type: 'text', text: uuid }]
      : calls.map((id) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: id } }));
  return node('assistant', uuid, parent, {
    message: { id: message, role: 'assistant', model: 'invented', content, usage: usage(output) },
    ...(request === undefined ? {} : { requestId: request }),
    ...fields,
  });
}

/** A result of a tool. */
export function result(uuid: string, parent: string | null, callId: string, fields: object = {}): string {
  return user(uuid, parent, [{ type: 'tool_result', tool_use_id: callId, content: callId }], fields);
}

/** A line that is no node. */
export function note(type: string, fields: object = {}): string {
  return JSON.stringify({ type, ...fields, sessionId: SESSION });
}

function usage(output: number): object {
  return { input_tokens: 1, output_tokens: output, cache_read_input_tokens: 0 };
}

/** Ids from the root to the leaf. */
export function pathOf({ entries, leaf }: OpenedLines): string[] {
  const parents = new Map(entries.map(({ id, parent }) => [id, parent]));
  const ids: string[] = [];
  for (let at: string | null | undefined = leaf; at && at !== 'broken'; at = parents.get(at)) ids.unshift(at);
  return ids;
}

/** The body of an entry. */
export async function bodyOf({ source, entries }: OpenedLines, id: string): Promise<Body> {
  const session = (await source.sessions()).sessions[0];
  const row = entries.findIndex((entry) => entry.id === id);
  const bodies = await source.bodies(session?.id ?? '', [row], { maxChars: 10_000, maxImageChars: 10_000 });
  const body = bodies.ok ? bodies.value[0] : undefined;
  if (body === undefined) throw new Error(`No entry ${id}`);
  return body;
}
