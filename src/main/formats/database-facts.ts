import type { Fact } from '../../shared/model/session';
import type { DatabaseFacts, OpenedHow } from '../sqlite/types';

/** What is worth knowing of any SQLite file, for people; none of it is a verdict. */
export function databaseFacts(facts: DatabaseFacts): Fact[] {
  const list: Fact[] = [
    { name: 'Journal mode', value: facts.journalMode },
    { name: 'Opened', value: OPENED[facts.opened] },
    { name: 'Page size', value: `${facts.pageSizeBytes} bytes` },
    { name: 'Pages', value: String(facts.pageCount) },
    { name: 'Encoding', value: facts.encoding },
    { name: 'User version', value: String(facts.userVersion) },
    { name: 'Application id', value: String(facts.applicationId) },
  ];
  if (facts.walBytes > 0) list.push({ name: 'Write-ahead log', value: `${facts.walBytes} bytes` });
  return list;
}

const OPENED: Readonly<Record<OpenedHow, string>> = {
  'in-place': 'in place, read-only',
  'in-place-per-request': 'in place beside a running writer, one request at a time',
  immutable: 'in place, as unchanging',
  memory: 'as a copy in memory',
  copy: 'as a private copy',
};
