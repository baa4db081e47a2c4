import type { OpenFile } from '../../../shared/contract/state';
import type { SessionSummary } from '../../../shared/model/session';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { ServerIcon, StoreIcon } from '../ui/icons';
import { runAction } from './actions';
import type { ReadFile } from './active-file';
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

function NoSessions({ file }: { file: ReadFile }) {
  const isServer = file.place === 'server';
  return (
    <EmptyState
      icon={isServer ? <ServerIcon sizeRem={1.5} /> : <StoreIcon sizeRem={1.5} />}
      title={isServer ? 'No sessions on this server' : 'No sessions in this file'}
    >
      {file.editing === 'on' ? (
        <Button onClick={() => runAction('append-message')}>Append a message…</Button>
      ) : isServer ? (
        'No key has this prefix. When something is written, reload.'
      ) : (
        'Nothing was written to it yet. When something is, reload the file.'
      )}
    </EmptyState>
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
          {session ? (
            <SessionScreen key={session.id} file={file} session={session} />
          ) : (
            <>
              {file.change !== null && (
                <ChangedBar fileId={file.fileId} place={file.place} change={file.change} />
              )}
              <NoSessions file={file} />
            </>
          )}
        </>
      );
  }
}
