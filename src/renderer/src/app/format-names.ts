import type { FormatId } from '../../../shared/model/format';

/** What a format calls itself, and what it calls one entry. */
const FORMATS: Record<FormatId, { name: string; entry: readonly [one: string, many: string] }> = {
  'vv-agent': { name: 'vv-agent', entry: ['item', 'items'] },
  theway: { name: 'theway', entry: ['entry', 'entries'] },
  pi: { name: 'pi', entry: ['entry', 'entries'] },
  'claude-code': { name: 'Claude Code', entry: ['entry', 'entries'] },
  codex: { name: 'Codex', entry: ['entry', 'entries'] },
  'openai-agents': { name: 'OpenAI Agents', entry: ['item', 'items'] },
  opencode: { name: 'OpenCode', entry: ['entry', 'entries'] },
  gemini: { name: 'Gemini CLI', entry: ['entry', 'entries'] },
  qwen: { name: 'Qwen Code', entry: ['entry', 'entries'] },
};

export function formatName(format: FormatId): string {
  return FORMATS[format].name;
}

/** Singular and plural of the format's word for one entry. */
export function entryWords(format: FormatId): readonly [one: string, many: string] {
  return FORMATS[format].entry;
}
