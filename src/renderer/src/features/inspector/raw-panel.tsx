import { useState } from 'react';
import { errorOf } from '../../app/bridge';
import type { SessionPaneProps } from '../../app/session-pane';
import { ErrorNotice } from '../../ui/error-notice';
import { countOf } from '../../ui/number-format';
import { type Segment, SegmentedControl } from '../../ui/segmented-control';
import { CodeText } from '../entry/code-text';
import { useBody } from '../entry/entry-body';
import { formatJson } from '../entry/json-text';
import { useStoredRecord, useWholeRecord } from '../entry/stored-record';
import { CopyRecordButton } from './copy-record-button';
import { Provenance } from './provenance';
import styles from './raw-panel.module.css';

type Style = 'formatted' | 'stored';

const STYLES: readonly Segment<Style>[] = [
  { value: 'formatted', label: 'Formatted', title: 'Set out on lines; digits and doubled keys are kept' },
  { value: 'stored', label: 'As stored', title: 'Exactly as it stands in the file' },
];

/** Longest record that is set out on lines, in UTF-16 units: parsing more would hold up the window. */
const MAX_FORMATTED_CHARS = 1024 * 1024;

interface RawPanelProps extends Pick<SessionPaneProps, 'file' | 'session'> {
  row: number;
}

/** The record of an entry, and where it stands. */
export function RawPanel({ file, session, row }: RawPanelProps) {
  const [style, setStyle] = useState<Style>('formatted');
  const first = useStoredRecord(row);
  const body = useBody(row);
  if (first.error) return <ErrorNotice error={errorOf(first.error)} />;
  if (!first.data) return null;
  const { totalChars } = first.data;
  const isFormattable = totalChars <= MAX_FORMATTED_CHARS;
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <SegmentedControl label="Form of the record" segments={STYLES} value={style} onChange={setStyle} />
        <CopyRecordButton row={row} totalChars={totalChars} />
      </div>
      <p className={styles.size}>
        {countOf(totalChars, 'character')}
        {style === 'formatted' && !isFormattable && ': too long to be formatted, shown as stored'}
      </p>
      {style === 'formatted' && isFormattable ? (
        <Formatted row={row} totalChars={totalChars} />
      ) : (
        <CodeText cut={first.data} source={{ row, block: null }} />
      )}
      {body.status === 'loaded' && <Provenance file={file} session={session} body={body.body} />}
    </div>
  );
}

function Formatted({ row, totalChars }: { row: number; totalChars: number }) {
  const { data, error } = useWholeRecord(row, totalChars);
  if (error) return <ErrorNotice error={errorOf(error)} />;
  if (data === undefined) return null;
  const formatted = formatJson(data);
  return (
    <>
      {formatted === null && <p className={styles.size}>Not JSON: shown as stored.</p>}
      <CodeText cut={{ text: formatted ?? data, totalChars: (formatted ?? data).length }} />
    </>
  );
}
