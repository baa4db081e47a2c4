import type { OpenFile } from '../../../shared/contract/state';
import type { SessionSummary } from '../../../shared/model/session';
import { EmptyState } from '../ui/empty-state';
import { StoreIcon } from '../ui/icons';
import { ChangedBar } from './changed-bar';
import { FileNotice, OpeningNotice } from './file-notice';
import styles from './file-view.module.css';
import { SessionScreen } from './session-screen';

interface FileViewProps {
  file: OpenFile;
  session: SessionSummary | null;
}

/** One open file, however it stands. */
export function FileView({ file, session }: FileViewProps) {
  return (
    <main className={styles.view} tabIndex={-1}>
      <FileContent file={file} session={session} />
    </main>
  );
}

function FileContent({ file, session }: FileViewProps) {
  switch (file.status) {
    case 'opening':
      return <OpeningNotice file={file} />;
    case 'failed':
    case 'dead':
      return <FileNotice file={file} />;
    case 'open':
      return (
        <>
          {file.hasChanged && <ChangedBar fileId={file.fileId} />}
          {session ? (
            <SessionScreen key={session.id} file={file} session={session} />
          ) : (
            <EmptyState icon={<StoreIcon sizeRem={1.5} />} title="No sessions in this file">
              Nothing was written to it yet. When something is, reload the file.
            </EmptyState>
          )}
        </>
      );
  }
}
