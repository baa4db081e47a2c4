import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { numberField, textField } from '../../../shared/content/fields';
import { isJsonObject, type JsonObject, memberValue } from '../../../shared/json/node';
import { timeWords } from './message-content';

/** What the record of a session says: a row has its columns as members. */
export function sessionContent(record: JsonObject): EntryContent {
  const time = memberValue(record, 'time');
  const at = (key: string): string | null => {
    const inObject = isJsonObject(time) ? numberField(time, key) : null;
    return timeWords(inObject ?? numberField(record, `time_${key}`));
  };
  const word = (...keys: readonly string[]): string | null =>
    keys.map((key) => textField(record, key)).find((value) => value !== null && value !== '') ?? null;
  return {
    ...NO_CONTENT,
    kind: 'session_info',
    parts: [{ type: 'raw', label: 'session', node: record }],
    preview: textField(record, 'title') ?? '',
    facts: [
      ...fact('Title', word('title')),
      ...fact('Folder', word('directory')),
      ...fact('Started by session', word('parentID', 'parent_id')),
      ...fact('Project', word('projectID', 'project_id')),
      ...fact('Agent', word('agent')),
      ...fact('Written by', word('version')),
      ...fact('Created', at('created')),
      ...fact('Updated', at('updated')),
      ...fact('Archived', at('archived')),
    ],
  };
}

function fact(name: string, value: string | null): EntryContent['facts'] {
  return value === null ? [] : [{ name, value }];
}
