import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ThewayFile } from '../src/main/samples/theway-file';
import {
  archiveOf,
  CRON,
  LINES,
  manifestFor,
  TAR_END,
  TRIGGERS,
  tarMember,
} from '../src/main/theway/test-support/archive-bytes';
import { expect, test } from './support/app';
import { documentOf, ramify } from './support/command-line';

/** What theway says of entries that break a rule, each with an entry that does. */
const ENTRY_TEXTS: readonly [text: string, fields: Readonly<Record<string, unknown>> | string][] = [
  ['session entry must be a JSON object', '[]'],
  ['session entry has invalid parentId', { type: 'leaf', parentId: 7 }],
  ['session entry has invalid id', { type: 'leaf', id: '' }],
  ['session entry has invalid type', { type: 5 }],
  ['session entry has invalid timestamp', { type: 'leaf', timestamp: '' }],
  ['unknown session entry type nonsense', { type: 'nonsense' }],
  ['message session entry has invalid message', { type: 'message', message: [] }],
  ['thinking_level_change session entry has invalid thinkingLevel', { type: 'thinking_level_change' }],
  ['model_change session entry has invalid provider', { type: 'model_change', modelId: 'm' }],
  ['model_change session entry has invalid modelId', { type: 'model_change', provider: 'p' }],
  ['compaction session entry has invalid summary', { type: 'compaction' }],
  ['compaction session entry has invalid firstKeptEntryId', { type: 'compaction', summary: '' }],
  [
    'compaction session entry has invalid tokensBefore',
    '{"type":"compaction","id":"#","parentId":null,"timestamp":"t","summary":"","firstKeptEntryId":"","tokensBefore":5.0}',
  ],
  ['branch_summary session entry has invalid fromId', { type: 'branch_summary' }],
  ['branch_summary session entry has invalid summary', { type: 'branch_summary', fromId: '' }],
  ['custom session entry has invalid customType', { type: 'custom' }],
  [
    'session_graph_state custom entry has no data object',
    { type: 'custom', customType: 'session_graph_state' },
  ],
  [
    'session_graph_state custom entry has invalid data',
    { type: 'custom', customType: 'session_graph_state', data: null },
  ],
  [
    'session_graph_state custom entry has invalid dags',
    { type: 'custom', customType: 'session_graph_state', data: {} },
  ],
  [
    'session_graph_state custom entry has invalid subagents',
    { type: 'custom', customType: 'session_graph_state', data: { dags: [] } },
  ],
  ['custom_message session entry has invalid customType', { type: 'custom_message' }],
  [
    'custom_message session entry has invalid content or display',
    { type: 'custom_message', customType: 'x', content: null },
  ],
  ['extension session entry has no envelope', { type: 'extension' }],
  ...['sourceSessionId', 'childSessionId', 'compactText', 'rawTextRef', 'collapsedAt'].map(
    (field, index, all): [string, Record<string, unknown>] => [
      `collapse session entry has invalid ${field}`,
      { type: 'collapse', ...Object.fromEntries(all.slice(0, index).map((earlier) => [earlier, ''])) },
    ],
  ),
  ['label session entry has invalid targetId', { type: 'label' }],
  ['session_info session entry has invalid name', { type: 'session_info', name: null }],
  ['leaf session entry has invalid targetId', { type: 'leaf', targetId: 1 }],
  ...(
    [
      ['extension durable entry has an invalid extension id', { extensionId: 'a--b' }],
      ['extension state key is invalid', { entry: mutation('') }],
      [
        'extension custom event id is invalid',
        { entry: { kind: 'custom_event', eventId: '', customType: 'x', payload: 1 } },
      ],
      [
        'extension custom event type is invalid',
        { entry: { kind: 'custom_event', eventId: 'e', customType: '-', payload: 1 } },
      ],
      ['extension model context id is invalid', { entry: context({ contextId: '' }) }],
      ['extension model context content does not match its placement', { entry: context({ content: {} }) }],
      [
        'extension state migration versions are invalid',
        { entry: { kind: 'state_migration', fromSchemaVersion: 3, toSchemaVersion: 2 } },
      ],
    ] as const
  ).map(([text, change]): [string, Record<string, unknown>] => [
    text,
    { type: 'extension', extension: { ...ENVELOPE(), ...change } },
  ]),
];

function ENVELOPE() {
  return { extensionId: 'notes', stateSchemaVersion: 1, originSequence: 1, entry: mutation('k') };
}

function mutation(key: string) {
  return { kind: 'state_mutation', key, mutation: { operation: 'set', value: 1 } };
}

function context(change: object) {
  return {
    kind: 'model_context',
    contextId: 'c',
    placement: 'system_prompt_section',
    content: 'x',
    ...change,
  };
}

test('verify says every text of the contract about the entry that breaks the rule, and the rest stays readable', ({
  folder,
}) => {
  const file = path.join(folder, 'wrong.db');
  const session = new ThewayFile(file);
  session.setMeta({ id: 's', createdAt: 't', cwd: '/', path: file });
  const good = {
    type: 'message',
    id: 'good',
    parentId: null,
    timestamp: 't',
    message: { role: 'user', content: 'hi' },
  };
  session.append([good]);
  for (const [index, [, fields]] of ENTRY_TEXTS.entries()) {
    const id = `wrong-${index}`;
    const payload =
      typeof fields === 'string'
        ? fields.replace('#', id)
        : JSON.stringify({ id, parentId: 'good', timestamp: 't', ...fields });
    session.appendRow({ id, parentId: 'good', type: 'x', timestamp: 't', payload });
  }
  const line = (id: string, fields: object) =>
    session.appendRow({
      id,
      parentId: '',
      type: 'leaf',
      timestamp: 't',
      payload: JSON.stringify({ type: 'leaf', id, parentId: null, timestamp: 't', ...fields }),
    });
  line('dangling-parent', { parentId: 'nowhere' });
  line('dangling-leaf', { targetId: 'nowhere' });
  line('own-parent', { parentId: 'own-parent' });
  session.appendRow({
    id: 'twice',
    parentId: '',
    type: 'message',
    timestamp: 't',
    payload: JSON.stringify(good),
  });
  session.close();

  const verified = ramify('verify', file, '--json');
  expect(verified.exitCode).toBe(1);
  const problems: { message: string; severity: string }[] = documentOf(verified).problems;
  const said = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const texts = [
    ...ENTRY_TEXTS.map(([text]) => text),
    'session transcript contains duplicate entry id',
    'session transcript contains dangling parent reference',
    'session transcript contains dangling leaf target',
    'cycle in parent chain at own-parent',
  ];
  expect(texts.filter((text) => !said.some((message) => message.includes(text)))).toEqual([]);
  expect(documentOf(ramify('tree', file, '--json')).entries).toHaveLength(ENTRY_TEXTS.length + 5);
  expect(ramify('context', file, '--leaf', 'nobody').stderr).toBe('corrupted: parent nobody not found\n');
});

test('import refuses an archive with the text of the contract, and leaves nothing behind', ({ folder }) => {
  const archive = path.join(folder, 'wrong.theway-session');
  const target = path.join(folder, 'sessions');
  mkdirSync(target);
  const jsonl = `${LINES.join('\n')}\n`;
  const tar = (...members: readonly Buffer[]) => Buffer.concat([...members, TAR_END]);
  const manifest = tarMember('manifest.json', JSON.stringify(manifestFor(jsonl)));
  const transcript = tarMember('session.jsonl', jsonl);
  const lines = (change: (lines: string[]) => string[], content = {}) =>
    archiveOf({ jsonl: change([...LINES]).join('\n'), content });
  const cases: readonly [text: string, bytes: Buffer][] = [
    [
      'session archive contains a non-file entry',
      tar(manifest, transcript, tarMember('x', '', { type: '2' })),
    ],
    ['session archive contains an unsafe path', tar(manifest, transcript, tarMember('../x', ''))],
    ['session archive contains an unexpected file', tar(manifest, transcript, tarMember('x', ''))],
    ['session archive contains duplicate file paths', tar(manifest, transcript, manifest)],
    ['session archive file is too large', tar(tarMember('manifest.json', Buffer.alloc(131_073)))],
    ['session archive is missing manifest.json', tar(transcript)],
    ['session archive is missing session.jsonl', tar(manifest)],
    ['unsupported session archive schema', archiveOf({ manifest: '{"schema":"theway.session_export.v2"}' })],
    ['session archive checksum mismatch', archiveOf({ content: { session_jsonl_sha256: '0'.repeat(64) } })],
    ['session archive entry count mismatch', archiveOf({ content: { entry_count: 3 } })],
    ['session archive active leaf mismatch', archiveOf({ content: { active_leaf_id: 'a1' } })],
    ['session transcript is empty', archiveOf({ jsonl: '' })],
    [
      'session metadata is missing id',
      lines(([header = '', ...rest]) => [header.replace(/"id":"[^"]*"/, '"id":" "'), ...rest]),
    ],
    ['parse session entry line 1', lines((all) => ['', ...all])],
    ['parse session entry line 3', lines((all) => all.with(2, '{"type":'))],
    ['sidecar', archiveOf({ triggers: TRIGGERS, content: { has_triggers: false } })],
    ['sidecar', archiveOf({ cron: `${CRON}\n= nonsense` })],
  ];
  for (const [text, bytes] of cases) {
    writeFileSync(archive, bytes);
    const refused = ramify('import', archive, '--to', target);
    expect(refused, text).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain(text);
    expect(refused.stderr).toMatch(/^(corrupted|too-large): /);
  }
  expect(readdirSync(target)).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(['sessions', 'wrong.theway-session']);
});
