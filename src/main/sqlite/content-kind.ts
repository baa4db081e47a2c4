import { isUtf8 } from 'node:buffer';

/** What a file seems to be, by its first bytes alone. `label` completes the sentence "This is …". */
export interface ContentKind {
  readonly id: string;
  readonly label: string;
}

interface Signature extends ContentKind {
  readonly hex: string;
  readonly at?: number;
}

const SIGNATURES: readonly Signature[] = [
  { id: 'sqlite', label: 'a SQLite database', hex: '53514c69746520666f726d6174203300' },
  { id: 'sqlite-wal', label: 'the write-ahead log of a SQLite database', hex: '377f0682' },
  { id: 'sqlite-wal', label: 'the write-ahead log of a SQLite database', hex: '377f0683' },
  { id: 'sqlite-journal', label: 'the rollback journal of a SQLite database', hex: 'd9d505f920a163d7' },
  { id: 'duckdb', label: 'a DuckDB database', hex: '4455434b', at: 8 },
  { id: 'parquet', label: 'a Parquet file', hex: '50415231' },
  { id: 'png', label: 'a PNG image', hex: '89504e470d0a1a0a' },
  { id: 'jpeg', label: 'a JPEG image', hex: 'ffd8ff' },
  { id: 'gif', label: 'a GIF image', hex: '47494638' },
  { id: 'webp', label: 'a WebP image', hex: '57454250', at: 8 },
  { id: 'pdf', label: 'a PDF document', hex: '255044462d' },
  { id: 'zip', label: 'a ZIP archive', hex: '504b0304' },
  { id: 'zip', label: 'a ZIP archive', hex: '504b0506' },
  { id: 'gzip', label: 'a gzip archive', hex: '1f8b' },
  { id: 'zstd', label: 'a Zstandard archive', hex: '28b52ffd' },
  { id: 'xz', label: 'an XZ archive', hex: 'fd377a585a00' },
  { id: 'bzip2', label: 'a bzip2 archive', hex: '425a68' },
  { id: '7z', label: 'a 7-Zip archive', hex: '377abcaf271c' },
  { id: 'tar', label: 'a tar archive', hex: '7573746172', at: 257 },
  { id: 'elf', label: 'a Linux program', hex: '7f454c46' },
  { id: 'mach-o', label: 'a macOS program', hex: 'cffaedfe' },
  { id: 'mach-o', label: 'a macOS program', hex: 'cafebabe' },
  { id: 'pe', label: 'a Windows program', hex: '4d5a9000' },
  { id: 'wasm', label: 'a WebAssembly module', hex: '0061736d' },
  { id: 'utf-16', label: 'UTF-16 text', hex: 'fffe' },
  { id: 'utf-16', label: 'UTF-16 text', hex: 'feff' },
];

const RANDOM_SAMPLE_BYTES = 1024;

/** Tells what a file seems to be from its first bytes (4 KiB are plenty) and its size. A guess, for sentences only. */
export function contentKind(head: Uint8Array, sizeBytes: number): ContentKind {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.length === 0) return { id: 'empty', label: 'an empty file' };
  for (const { id, label, hex, at = 0 } of SIGNATURES) {
    if (bytes.subarray(at, at + hex.length / 2).toString('hex') === hex) return { id, label };
  }
  if (bytes.every((byte) => byte === 0)) return { id: 'zeros', label: 'a file of zero bytes only' };
  const text = textOf(bytes, sizeBytes);
  if (text !== null) return textKind(text, bytes.length >= sizeBytes);
  if (seemsEncrypted(bytes, sizeBytes))
    return { id: 'encrypted', label: 'what looks like an encrypted database' };
  return { id: 'binary', label: 'a binary file of an unknown kind' };
}

/** The bytes as text, or null. The last character may be cut in two where the file goes on. */
function textOf(bytes: Buffer, sizeBytes: number): string | null {
  if (bytes.includes(0)) return null;
  const isWhole = bytes.length >= sizeBytes;
  for (let cut = 0; cut <= (isWhole ? 0 : 3); cut++) {
    const part = bytes.subarray(0, bytes.length - cut);
    if (isUtf8(part)) return part.toString('utf8').replace(/^\uFEFF/, '');
  }
  return null;
}

function textKind(text: string, isWhole: boolean): ContentKind {
  const trimmed = text.trim();
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
    if (isWhole && isJson(trimmed)) return { id: 'json', label: 'a JSON file' };
    const [first = ''] = trimmed.split('\n', 1);
    if (first.length < trimmed.length && isJson(first)) return { id: 'jsonl', label: 'a JSON Lines file' };
    return { id: 'json', label: 'JSON text' };
  }
  if (/^<(!doctype html|html)/i.test(trimmed)) return { id: 'html', label: 'an HTML page' };
  if (trimmed.startsWith('<?xml')) return { id: 'xml', label: 'an XML file' };
  if (trimmed.startsWith('#!')) return { id: 'script', label: 'a script' };
  return { id: 'text', label: 'a text file' };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Encrypting SQLite builds leave whole pages of evenly spread bytes, with no magic at their start. */
function seemsEncrypted(bytes: Buffer, sizeBytes: number): boolean {
  if (bytes.length < RANDOM_SAMPLE_BYTES || sizeBytes % RANDOM_SAMPLE_BYTES !== 0) return false;
  const sample = bytes.subarray(0, RANDOM_SAMPLE_BYTES);
  // 1,024 random bytes hold 251 different values on average; 235 is eight standard deviations below.
  return new Set(sample).size >= 235;
}
