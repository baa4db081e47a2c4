import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ThewayFile } from '../samples/theway-file';
import { openForReading } from '../sqlite/open';
import { EditableTheway } from './editable-theway';
import { SessionEditor } from './session-editor';

let folder: string;
let editor: SessionEditor;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ramify-editor-'));
  file = path.join(folder, 'session.db');
  const session = new ThewayFile(file);
  session.setMeta({ id: 's', createdAt: '2026-03-02T09:00:00Z', cwd: '/', path: file, collapseNodeId: 'n1' });
  session.append([
    { type: 'session_info', id: 'a', parentId: null, timestamp: '2026-03-02T09:00:00Z', name: 'first' },
  ]);
  session.close();
  const opened = await openForReading(file, { cacheDir: path.join(folder, 'cache') });
  if (!opened.ok) throw new Error(opened.message);
  editor = new SessionEditor(new EditableTheway(file, opened.db));
});

afterEach(() => {
  editor.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('looking at what an edit would write', () => {
  it('shows the row of metadata before and after, and changes nothing', async () => {
    const before = readFileSync(file);
    const { meta } = await editor.preview({ kind: 'set-collapse-node', nodeId: null });
    expect(meta).toEqual({ key: 'collapseNodeId', before: '"n1"', after: null });
    expect((await editor.preview({ kind: 'set-collapsed', isCollapsed: true })).meta).toEqual({
      key: 'collapsed',
      before: null,
      after: 'true',
    });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).not.toContain('session.db-wal');
  });

  it('is what is written then to the byte, id and time included', async () => {
    const edit = { kind: 'rename', name: 'second' } as const;
    const shown = await editor.preview(edit);
    expect((await editor.apply(edit)).entries).toEqual(shown.entries);
    // A second time is another edit.
    expect((await editor.apply(edit)).entries).not.toEqual(shown.entries);
  });

  it('is not written once the session is another, and then can be looked at anew', async () => {
    const edit = { kind: 'label', entryId: 'a', text: 'kept' } as const;
    await editor.preview(edit);
    const other = new Database(file);
    other.exec(`INSERT INTO entries (id, parent_id, type, timestamp, payload) SELECT 'b', 'a', type, timestamp,
      replace(replace(payload, '"parentId":null', '"parentId":"a"'), '"id":"a"', '"id":"b"') FROM entries`);
    other.close();
    await expect(editor.apply(edit)).rejects.toThrow('Something else was written since this was looked at');
    const [entry = ''] = (await editor.preview(edit)).entries;
    expect(JSON.parse(entry)).toMatchObject({ parentId: 'b' });
    expect((await editor.apply(edit)).entries).toEqual([entry]);
  });

  it('is what is written then, and undo writes the old row', async () => {
    const edit = { kind: 'set-collapse-node', nodeId: 'n2' } as const;
    await editor.apply(edit);
    expect((await editor.preview({ ...edit, nodeId: null })).meta?.before).toBe('"n2"');
    await editor.undo();
    expect((await editor.preview({ ...edit, nodeId: null })).meta?.before).toBe('"n1"');
  });
});
