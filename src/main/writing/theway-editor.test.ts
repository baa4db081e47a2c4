import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ThewayFile } from '../samples/theway-file';
import { openForReading } from '../sqlite/open';
import { ThewayEditor } from './theway-editor';

let folder: string;
let editor: ThewayEditor;
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
  editor = new ThewayEditor(file, opened.db);
});

afterEach(() => {
  editor.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('looking at what an edit would write', () => {
  it('shows the row of metadata before and after, and changes nothing', () => {
    const before = readFileSync(file);
    const { meta } = editor.preview({ kind: 'set-collapse-node', nodeId: null });
    expect(meta).toEqual({ key: 'collapseNodeId', before: '"n1"', after: null });
    expect(editor.preview({ kind: 'set-collapsed', isCollapsed: true }).meta).toEqual({
      key: 'collapsed',
      before: null,
      after: 'true',
    });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).not.toContain('session.db-wal');
  });

  it('is what is written then, and undo writes the old row', () => {
    const edit = { kind: 'set-collapse-node', nodeId: 'n2' } as const;
    editor.apply(edit);
    expect(editor.preview({ ...edit, nodeId: null }).meta?.before).toBe('"n2"');
    editor.undo();
    expect(editor.preview({ ...edit, nodeId: null }).meta?.before).toBe('"n1"');
  });
});
