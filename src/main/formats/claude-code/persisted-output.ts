import fs from 'node:fs';
import path from 'node:path';
import { textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import { isJsonObject, type JsonObject, memberValue } from '../../../shared/json/node';
import type { Fact } from '../../../shared/model/session';
import { openRegularFile } from '../../sqlite/survey';
import type { LineContent, LineFormat } from '../line-session/line-format';

/** Of a longer output so many bytes are shown: no model is given one of that length. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** The folder for outputs in that of a session, and the one for transcripts of its sub-agents. */
const OUTPUTS = 'tool-results';
const SUB_AGENTS = 'subagents';
const ENDING = '.jsonl';
const TRANSCRIPT = /^agent-.+\.jsonl$/;

/**
 * The same format, with the outputs that the program put into files of their own as they were too long for a record.
 * Records have their paths as they are on the machine that wrote them: only the name counts, and only in the folder of
 * the session.
 */
export function withPersistedOutputs(format: LineFormat, sessionPath: string): LineFormat {
  const folder = path.join(folderOf(sessionPath), OUTPUTS);
  return {
    ...format,
    content: (records, places) => {
      const content = format.content(records, places);
      return records.reduce((shown, record) => withOutput(shown, record, folder), content);
    },
  };
}

/** The own folder of a session; a transcript of a sub-agent lies within it. */
function folderOf(sessionPath: string): string {
  const parts = sessionPath.split(path.sep);
  // Any session may lie below a folder of that name, which is then no part of it.
  const at = TRANSCRIPT.test(path.basename(sessionPath)) ? parts.lastIndexOf(SUB_AGENTS) : -1;
  if (at > 0) return parts.slice(0, at).join(path.sep);
  return sessionPath.endsWith(ENDING) ? sessionPath.slice(0, -ENDING.length) : sessionPath;
}

function withOutput(content: LineContent, record: JsonObject, folder: string): LineContent {
  const details = memberValue(record, 'toolUseResult');
  const stored = isJsonObject(details) ? textField(details, 'persistedOutputPath') : null;
  if (stored === null || stored === '') return content;
  const name = stored.split(/[\\/]/).at(-1) ?? '';
  const output = readOutput(folder, name);
  const fact: Fact = {
    name: 'Output kept apart',
    value: output?.told ?? `${stored}: not beside the session`,
  };
  const part: Part | null = output && { type: 'stored', label: `${OUTPUTS}/${name}`, text: output.text };
  return {
    ...content,
    parts: part === null ? content.parts : [...content.parts, part],
    facts: [...content.facts, fact],
  };
}

interface Output {
  readonly text: string;
  /** Where it is and how much of it is shown, for people. */
  readonly told: string;
}

/** Null where there is no such file, or none that is a plain file in plain folders: no link is followed. */
function readOutput(folder: string, name: string): Output | null {
  if (name === '' || name === '.' || name === '..') return null;
  const file = path.join(folder, name);
  try {
    if (![path.dirname(folder), folder].every((parent) => fs.lstatSync(parent).isDirectory())) return null;
    const found = fs.lstatSync(file);
    if (!found.isFile()) return null;
    const fd = openRegularFile(file);
    try {
      const opened = fs.fstatSync(fd);
      // Another file took its place meanwhile.
      if (opened.ino !== found.ino || opened.dev !== found.dev) return null;
      const bytes = Buffer.alloc(Math.min(opened.size, MAX_OUTPUT_BYTES));
      const text = bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, 0)).toString('utf8');
      const size = `${OUTPUTS}/${name}: ${opened.size} bytes`;
      const isCut = opened.size > MAX_OUTPUT_BYTES;
      return { text, told: isCut ? `${size}, of which the first ${MAX_OUTPUT_BYTES} are shown` : size };
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null; // It cannot be read, which is as good as not there.
  }
}
