/** The formats Ramify knows, by the id the command line prints. */
export const FORMAT_IDS = [
  'vv-agent',
  'theway',
  'pi',
  'claude-code',
  'codex',
  'openai-agents',
  'opencode',
  'gemini',
  'qwen',
] as const;

export type FormatId = (typeof FORMAT_IDS)[number];
