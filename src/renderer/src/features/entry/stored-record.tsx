import { useQuery } from '@tanstack/react-query';
import { MAX_TEXT_SLICE } from '../../../../shared/contract/operations';
import type { CutText } from '../../../../shared/model/body';
import { call, errorOf } from '../../app/bridge';
import { ErrorNotice } from '../../ui/error-notice';
import { CodeText } from './code-text';
import { KEPT_MS } from './entry-body';
import { type SessionScope, useSessionScope } from './session-scope';

/** UTF-16 units read at first; most records are smaller. */
const FIRST_CHARS = 64 * 1024;

/** The first part of an entry's record, exactly as stored. */
export function useStoredRecord(row: number) {
  const scope = useSessionScope();
  return useQuery({
    queryKey: ['record', scope.fileId, scope.since, scope.sessionId, row],
    queryFn: () => readSlice(scope, row, 0, FIRST_CHARS),
    gcTime: KEPT_MS,
  });
}

/** An entry's whole record, exactly as stored; for records of a length that fits in memory at once. */
export function useWholeRecord(row: number, totalChars: number) {
  const scope = useSessionScope();
  return useQuery({
    queryKey: ['whole-record', scope.fileId, scope.since, scope.sessionId, row],
    queryFn: () => readRecord(scope, row, totalChars),
    gcTime: KEPT_MS,
  });
}

/** Reads a whole record slice by slice; rejects with an `OperationFailure`. */
export async function readRecord(scope: SessionScope, row: number, totalChars: number): Promise<string> {
  let text = '';
  while (text.length < totalChars) {
    const slice = await readSlice(scope, row, text.length, MAX_TEXT_SLICE);
    if (slice.text === '') break;
    text += slice.text;
  }
  return text;
}

function readSlice(
  { fileId, sessionId }: SessionScope,
  row: number,
  start: number,
  length: number,
): Promise<CutText> {
  return call('session.text', { fileId, sessionId, row, block: null, start, length });
}

/** An entry's record exactly as stored. */
export function StoredRecord({ row }: { row: number }) {
  const { data, error } = useStoredRecord(row);
  if (error) return <ErrorNotice error={errorOf(error)} />;
  return data ? <CodeText cut={data} source={{ row, block: null }} /> : null;
}
