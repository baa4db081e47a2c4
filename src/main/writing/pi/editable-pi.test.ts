import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionEdit } from '../../../shared/contract/session-editing';
import { openLines } from '../../formats/test-support/open-lines';
import { makeFolders, type TestFolders } from '../../sqlite/test-support/files';
import { SessionEditor } from '../session-editor';
import { EditablePi } from './editable-pi';
import { copySample, HEADER, message, recordsIn, writePi } from './test-support/pi-files';

let folders: TestFolders;

beforeEach(() => {
  folders = makeFolders();
});

afterEach(() => folders.remove());

const at = (name: string) => path.join(folders.user, name);
const editorOf = async (file: string) => new SessionEditor(await EditablePi.open(file));
const lastOf = (file: string) => recordsIn(file).at(-1);
const small = () =>
  writePi(at('s.jsonl'), [HEADER, message('a0000001', null), message('a0000002', 'a0000001')]);

describe('an edit of a session of pi', () => {
  it('moves the leaf by a custom entry below the chosen one', async () => {
    const file = copySample('v3', folders.user);
    const editor = await editorOf(file);
    const edit = { kind: 'set-leaf', entryId: '1000a00c' } as const;
    const preview = await editor.preview(edit);
    expect(preview).toMatchObject({ parentId: '1000a00c', meta: null });
    expect(preview.notes[0]).toContain('its leaf moves from 1000a019 to this new entry');
    await editor.apply(edit);
    const { id, timestamp, ...rest } = lastOf(file) ?? {};
    expect(rest).toEqual({ type: 'custom', customType: 'ramify.leaf', parentId: '1000a00c' });
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    expect(new Date(String(timestamp)).toISOString()).toBe(timestamp);
    expect((await openLines(file)).leaf).toBe(id);
  });

  it('labels and names at the present leaf, whatever entry it is about', async () => {
    const file = copySample('v3', folders.user);
    const editor = await editorOf(file);
    await editor.apply({ kind: 'label', entryId: '1000a009', text: 'the side' });
    const label = lastOf(file);
    expect(label).toMatchObject({
      type: 'label',
      parentId: '1000a019',
      targetId: '1000a009',
      label: 'the side',
    });
    const preview = await editor.preview({ kind: 'rename', name: ' Kites\nagain ' });
    expect(preview.notes[0]).toContain(`its leaf moves from ${label?.id}`);
    await editor.apply({ kind: 'rename', name: ' Kites\nagain ' });
    expect(lastOf(file)).toMatchObject({ type: 'session_info', parentId: label?.id, name: 'Kites again' });
    await editor.apply({ kind: 'label', entryId: '1000a009', text: null });
    expect(lastOf(file)).not.toHaveProperty('label');
    const { end } = await openLines(file);
    expect(end.labels).toEqual([]);
  });

  it('appends only: every byte that was there stays', async () => {
    const file = copySample('v3', folders.user);
    const before = fs.readFileSync(file);
    const editor = await editorOf(file);
    for (const edit of EDITS) await editor.apply(edit);
    const after = fs.readFileSync(file);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    expect(after.subarray(before.length).toString().split('\n')).toHaveLength(EDITS.length + 1);
    expect(after.at(-1)).toBe(0x0a);
  });

  it('writes what was shown to the byte, and nothing while it is only looked at', async () => {
    const file = small();
    const before = fs.readFileSync(file);
    const editor = await editorOf(file);
    const edit = { kind: 'label', entryId: 'a0000001', text: 'x' } as const;
    const shown = await editor.preview(edit);
    expect(fs.readFileSync(file).equals(before)).toBe(true);
    expect((await editor.apply(edit)).entries).toEqual(shown.entries);
    expect(fs.readFileSync(file, 'utf8')).toBe(`${before}${shown.entries[0]}\n`);
  });

  it('writes nothing where all is so already', async () => {
    const file = small();
    const editor = await editorOf(file);
    await editor.apply({ kind: 'set-leaf', entryId: 'a0000001' });
    await editor.apply({ kind: 'label', entryId: 'a0000001', text: 'x' });
    await editor.apply({ kind: 'rename', name: 'n' });
    const before = fs.readFileSync(file);
    for (const edit of [
      { kind: 'label', entryId: 'a0000001', text: 'x' },
      { kind: 'rename', name: 'n' },
      { kind: 'set-leaf', entryId: String(lastOf(file)?.id) },
    ] as const) {
      expect(await editor.preview(edit)).toMatchObject({ entries: [], notes: [] });
      expect((await editor.apply(edit)).entries).toEqual([]);
    }
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

  it('keeps halves of surrogate pairs as escapes', async () => {
    const file = small();
    await (await editorOf(file)).apply({ kind: 'rename', name: 'half \ud83d of one' });
    expect(fs.readFileSync(file, 'utf8')).toContain('half \\ud83d of one');
  });

  it.each<[string, SessionEdit, string]>([
    ['an entry that is not there', { kind: 'set-leaf', entryId: 'ffffffff' }, 'pi knows no entry'],
    ['no leaf', { kind: 'set-leaf', entryId: null }, 'always stands at its last entry'],
    ['a blank name', { kind: 'rename', name: ' \n' }, 'at least one visible character'],
    ['a blank label', { kind: 'label', entryId: 'a0000001', text: ' ' }, 'at least one visible character'],
    ['a message', { kind: 'user-message', text: 'x' }, 'cannot be done to a session of pi'],
  ])('is refused for %s, and nothing is written', async (_, edit, words) => {
    const file = small();
    const before = fs.readFileSync(file);
    const editor = await editorOf(file);
    await expect(editor.preview(edit)).rejects.toThrow(words);
    await expect(editor.apply(edit)).rejects.toThrow(words);
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });
});

const EDITS: readonly SessionEdit[] = [
  { kind: 'set-leaf', entryId: '1000a00c' },
  { kind: 'label', entryId: '1000a009', text: 'the side' },
  { kind: 'rename', name: 'Kites again' },
];

describe('a file that another program writes to', () => {
  it('is not written to as it was shown, and can be looked at anew', async () => {
    const file = small();
    const editor = await editorOf(file);
    const edit = { kind: 'label', entryId: 'a0000001', text: 'x' } as const;
    await editor.preview(edit);
    fs.appendFileSync(file, `${JSON.stringify(message('b0000001', 'a0000002'))}\n`);
    const before = fs.readFileSync(file);
    await expect(editor.apply(edit)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(fs.readFileSync(file).equals(before)).toBe(true);
    expect(await editor.preview(edit)).toMatchObject({ parentId: 'b0000001' });
    await editor.apply(edit);
    expect(lastOf(file)).toMatchObject({ parentId: 'b0000001' });
  });

  it('is told from the one that was looked at by its last bytes too', async () => {
    const file = small();
    const { mtime } = fs.statSync(file);
    const editor = await editorOf(file);
    const edit = { kind: 'rename', name: 'n' } as const;
    await editor.preview(edit);
    const text = fs.readFileSync(file, 'utf8').replace('a0000002', 'a0000003');
    fs.writeFileSync(file, text);
    fs.utimesSync(file, mtime, mtime);
    await expect(editor.apply(edit)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  });

  it('is read from the start once it was replaced', async () => {
    const file = small();
    const editor = await editorOf(file);
    writePi(at('other.jsonl'), [HEADER, message('c0000001', null)]);
    fs.renameSync(at('other.jsonl'), file);
    expect(await editor.preview({ kind: 'rename', name: 'n' })).toMatchObject({ parentId: 'c0000001' });
    fs.rmSync(file);
    await expect(editor.preview({ kind: 'rename', name: 'n' })).rejects.toThrow('no file here');
  });

  it.skipIf(process.getuid?.() === 0)('that may not be written is left alone', async () => {
    const file = small();
    fs.chmodSync(file, 0o400);
    const editor = await editorOf(file);
    await expect(editor.apply({ kind: 'rename', name: 'n' })).rejects.toMatchObject({ code: 'not-writable' });
  });
});

describe('a last line without its end', () => {
  const torn = '{"type":"message","id":"a0000003","par';

  it('gets a line feed first, and stays as it is', async () => {
    const file = writePi(at('t.jsonl'), [HEADER, message('a0000001', null), torn], '');
    const editor = await editorOf(file);
    const edit = { kind: 'rename', name: 'n' } as const;
    const preview = await editor.preview(edit);
    expect(preview.parentId).toBe('a0000001');
    expect(preview.notes).toContainEqual(expect.stringContaining('The last line of the file has no end'));
    await editor.apply(edit);
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    expect(lines.slice(2)).toEqual([torn, preview.entries[0], '']);
  });

  it('that is whole is the leaf', async () => {
    const file = writePi(at('t.jsonl'), [HEADER, message('a0000001', null)], '');
    const editor = await editorOf(file);
    await editor.apply({ kind: 'rename', name: 'n' });
    expect(recordsIn(file)).toHaveLength(3);
    expect(lastOf(file)).toMatchObject({ parentId: 'a0000001' });
  });

  it('that was written a moment ago may still be under way', async () => {
    const file = writePi(at('t.jsonl'), [HEADER, message('a0000001', null), torn], '');
    fs.utimesSync(file, new Date(), new Date());
    const before = fs.readFileSync(file);
    const editor = await editorOf(file);
    await expect(editor.apply({ kind: 'rename', name: 'n' })).rejects.toThrow('may still be writing it');
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });
});

describe('undo', () => {
  it('appends what makes up for the last write', async () => {
    const file = copySample('v3', folders.user);
    const editor = await editorOf(file);
    await editor.apply({ kind: 'rename', name: 'Kites again' });
    await editor.apply({ kind: 'label', entryId: '1000a009', text: 'one' });
    const labelled = lastOf(file)?.id;
    await editor.apply({ kind: 'set-leaf', entryId: '1000a00c' });
    expect(await editor.undoState()).toEqual({ label: 'Undo: move the leaf', refusal: null });
    await editor.undo();
    expect(lastOf(file)).toMatchObject({ customType: 'ramify.leaf', parentId: labelled });
    // It has written itself, so what was before it cannot be taken back any more.
    expect((await editor.undoState())?.refusal).toContain('Something else was written since');
  });

  it('gives a label and a name their old words, or takes them away', async () => {
    const file = small();
    const editor = await editorOf(file);
    await editor.apply({ kind: 'rename', name: 'first' });
    await editor.undo();
    expect(lastOf(file)).toMatchObject({ type: 'session_info', name: '' });
    await editor.apply({ kind: 'label', entryId: 'a0000001', text: 'one' });
    await editor.apply({ kind: 'label', entryId: 'a0000001', text: 'two' });
    await editor.undo();
    expect(lastOf(file)).toMatchObject({ targetId: 'a0000001', label: 'one' });
    const { source, end } = await openLines(file);
    expect(end.labels).toEqual([{ row: 0, text: 'one' }]);
    expect((await source.sessions()).sessions[0]?.title).toBe('text');
  });

  it('is refused with the reason once something else was written', async () => {
    const file = small();
    const editor = await editorOf(file);
    await editor.apply({ kind: 'rename', name: 'first' });
    fs.appendFileSync(file, `${JSON.stringify(message('b0000001', null))}\n`);
    const before = fs.readFileSync(file);
    expect((await editor.undoState())?.refusal).toContain('Something else was written since');
    await expect(editor.undo()).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });
});

describe('a session that is only read', () => {
  it.each([
    ['v1', 'older version'],
    ['v2', 'older version'],
    ['harness-leaf', 'another leaf'],
    ['harness-v4', 'version 4'],
  ])('%s, says why', async (name, words) => {
    const file = copySample(name, folders.user);
    await expect(EditablePi.open(file)).rejects.toMatchObject({ code: 'not-editable' });
    await expect(EditablePi.open(file)).rejects.toThrow(words);
    const { source } = await openLines(file);
    expect(source.abilities?.readOnlyReason).toContain(words);
  });

  it.each<[string, readonly (object | string)[], string]>([
    ['of a later version', [{ ...HEADER, version: 5 }, message('a0000001', null)], 'later'],
    ['without a header', [message('a0000001', null), message('a0000002', 'a0000001')], 'header is missing'],
    ['with entries of version 1', [HEADER, { type: 'message', timestamp: 't', message: {} }], 'no ids'],
    ['with an id that is none of pi', [HEADER, message('x'.repeat(101), null)], 'no ids'],
    ['with an id that is cut where it is read', [HEADER, message('ü'.repeat(9000), null)], 'no ids'],
    ['with a line that is a number', [HEADER, message('a0000001', null), '17'], 'no entry'],
    ['behind a byte order mark', [`\ufeff${JSON.stringify(HEADER)}`, message('a0000001', null)], 'header'],
  ])('%s, says why', async (_, records, words) => {
    await expect(EditablePi.open(writePi(at('r.jsonl'), records))).rejects.toThrow(words);
  });

  it('of version 3 is not', async () => {
    const { source } = await openLines(copySample('v3', folders.user));
    expect(source.abilities?.readOnlyReason).toBeNull();
  });
});

describe('a file with damage', () => {
  it('has the leaf that pi takes, and nothing hangs on what pi does not read', async () => {
    const file = copySample('v3-torn', folders.user);
    const editor = await editorOf(file);
    expect(await editor.preview({ kind: 'rename', name: 'n' })).toMatchObject({ parentId: '3000c006' });
    await expect(editor.preview({ kind: 'set-leaf', entryId: '3000c003' })).rejects.toThrow('damaged');
  });

  it('with an id that comes twice is not hung on there', async () => {
    const twice = [message('a0000001', null), message('a0000001', null, 'again')];
    const editor = await editorOf(writePi(at('d.jsonl'), [HEADER, ...twice]));
    await expect(editor.preview({ kind: 'set-leaf', entryId: 'a0000001' })).rejects.toThrow('have this id');
    await expect(editor.preview({ kind: 'rename', name: 'n' })).resolves.toBeDefined();
  });

  it('with parents that go in a circle is not continued there', async () => {
    const circle = [message('a0000001', 'a0000002'), message('a0000002', 'a0000001')];
    const editor = await editorOf(writePi(at('c.jsonl'), [HEADER, ...circle, message('a0000003', null)]));
    await expect(editor.preview({ kind: 'set-leaf', entryId: 'a0000001' })).rejects.toThrow('in a circle');
  });
});
