/** A language whose code is highlighted, by the name its grammar has. */
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** The languages that sessions of agents hold most; all others stay plain. */
const CODE_LANGUAGES = [
  ...(['bash', 'c', 'cpp', 'csharp', 'css', 'diff', 'dockerfile', 'go', 'graphql', 'ini', 'java'] as const),
  ...([
    'javascript',
    'json',
    'kotlin',
    'lua',
    'makefile',
    'markdown',
    'php',
    'powershell',
    'python',
  ] as const),
  ...(['ruby', 'rust', 'scss', 'sql', 'swift', 'typescript', 'xml', 'yaml'] as const),
] as const;

/** Other words for them: what stands after a fence, and how the names of files end. */
const OTHER_WORDS: Readonly<Record<Exclude<CodeLanguage, 'css' | 'scss'>, readonly string[]>> = {
  bash: ['sh', 'shell', 'zsh', 'console', 'shellsession', 'ksh'],
  c: ['h'],
  cpp: ['c++', 'cc', 'cxx', 'hpp', 'hh', 'hxx'],
  csharp: ['cs', 'c#'],
  diff: ['patch'],
  dockerfile: ['docker'],
  go: ['golang'],
  graphql: ['gql'],
  ini: ['toml', 'cfg', 'conf', 'properties', 'env', 'editorconfig', 'service'],
  java: [],
  javascript: ['js', 'jsx', 'mjs', 'cjs', 'node'],
  json: ['jsonc', 'json5', 'jsonl', 'ndjson', 'webmanifest'],
  kotlin: ['kt', 'kts'],
  lua: [],
  makefile: ['make', 'mk'],
  markdown: ['md', 'mdx', 'mkd'],
  php: [],
  powershell: ['ps1', 'psm1', 'pwsh'],
  python: ['py', 'pyi', 'python3'],
  ruby: ['rb', 'gemspec', 'rake'],
  rust: ['rs'],
  sql: ['sqlite', 'postgres', 'postgresql', 'mysql', 'psql'],
  swift: [],
  typescript: ['ts', 'tsx', 'mts', 'cts'],
  xml: ['html', 'htm', 'xhtml', 'svg', 'vue', 'svelte', 'plist', 'xsl', 'csproj'],
  yaml: ['yml'],
};

/** Files known by their whole name. */
const FILE_NAMES: ReadonlyMap<string, CodeLanguage> = new Map([
  ['dockerfile', 'dockerfile'],
  ['makefile', 'makefile'],
  ['gnumakefile', 'makefile'],
  ['gemfile', 'ruby'],
  ['rakefile', 'ruby'],
  ['cargo.lock', 'ini'],
  ['.bashrc', 'bash'],
  ['.zshrc', 'bash'],
  ['.profile', 'bash'],
  ['.gitconfig', 'ini'],
  ['.npmrc', 'ini'],
]);

const BY_WORD: ReadonlyMap<string, CodeLanguage> = new Map([
  ...CODE_LANGUAGES.map((language) => [language, language] as const),
  // Object.entries loses the type of the keys.
  ...(Object.entries(OTHER_WORDS) as [CodeLanguage, readonly string[]][]).flatMap(([language, words]) =>
    words.map((word) => [word, language] as const),
  ),
]);

/** The language that the words after a fence of Markdown name; null where none is known. */
export function languageOfFence(info: string): CodeLanguage | null {
  const [word = ''] = info
    .slice(0, 60)
    .trim()
    .toLowerCase()
    .split(/[\s,{:]/);
  return BY_WORD.get(word) ?? null;
}

/** The language of a file by its name; null where it says none. */
export function languageOfPath(path: string): CodeLanguage | null {
  const name = path.slice(-200).toLowerCase().split(/[\\/]/).at(-1) ?? '';
  const known = FILE_NAMES.get(name);
  if (known) return known;
  const dot = name.lastIndexOf('.');
  return dot === -1 ? null : (BY_WORD.get(name.slice(dot + 1)) ?? null);
}
