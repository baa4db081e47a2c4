import type { Check, Verdict } from '../../../shared/model/report';
import { METADATA_KEYS, optionalFaults } from '../../../shared/theway/metadata';
import type { Layout } from './layout';
import { credentialPaths, type Meta, metaSessionId, metaText } from './meta';

/** The checks of the metadata (contract, section 4); not applicable where there is no table to read it from. */
export function metaChecks(layout: Pick<Layout, 'hasMeta'>, meta: Meta): Check[] {
  if (!layout.hasMeta)
    return META_TITLES.map(([id, title, expected]) => ({
      id,
      title,
      verdict: 'not-applicable',
      expected,
      found: 'no metadata to read',
    }));
  const broken = [...meta].flatMap(([key, { fault }]) =>
    fault === null ? [] : [`${key.slice(0, 100)}: ${fault}`],
  );
  const optional = METADATA_KEYS.flatMap((key) => optionalFaults(key, meta.get(key)?.node));
  const secrets = credentialPaths(meta);
  const found: Readonly<Record<string, readonly [Verdict, string]>> = {
    'meta-json': listed(broken, 'failed', 'every value is JSON'),
    'meta-id': requiredText(meta, 'id', metaSessionId(meta)),
    'meta-created-at': requiredText(meta, 'createdAt', metaText(meta, 'createdAt')),
    'meta-cwd': requiredText(meta, 'cwd', metaText(meta, 'cwd')),
    'meta-path': requiredText(meta, 'path', metaText(meta, 'path')),
    'meta-optional': listed(optional, 'failed', 'sound, or absent'),
    'meta-credentials': listed(secrets, 'warning', 'none'),
  };
  return META_TITLES.map(([id, title, expected]) => {
    const [verdict, text] = found[id] ?? ['not-applicable', ''];
    return { id, title, verdict, expected, found: text };
  });
}

const META_TITLES = [
  ['meta-json', 'Metadata values', 'every value is JSON'],
  ['meta-id', 'Metadata id', 'a string'],
  ['meta-created-at', 'Metadata createdAt', 'a string'],
  ['meta-cwd', 'Metadata cwd', 'a string'],
  ['meta-path', 'Metadata path', 'a string'],
  ['meta-optional', 'Optional metadata', 'sound, or absent'],
  ['meta-credentials', 'Credentials in metadata', 'none'],
] as const;

function listed(faults: readonly string[], bad: Verdict, good: string): readonly [Verdict, string] {
  return faults.length === 0 ? ['ok', good] : [bad, faults.slice(0, 20).join('; ')];
}

function requiredText(meta: Meta, key: string, value: string | null): readonly [Verdict, string] {
  if (value !== null) return ['ok', 'a string'];
  const entry = meta.get(key);
  if (entry === undefined || entry.node === null) return ['failed', 'missing'];
  if (entry.fault !== null) return ['failed', entry.fault];
  return ['failed', typeof entry.node === 'string' ? 'a blank string' : 'not a string'];
}
