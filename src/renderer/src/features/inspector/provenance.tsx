import type { Body } from '../../../../shared/model/body';
import { perform } from '../../app/perform';
import type { SessionPaneProps } from '../../app/session-pane';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { FolderIcon } from '../../ui/icons';
import { spellOut } from '../../ui/invisible-characters';
import { countOf, formatBytes, formatCount } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import { CommitFact } from './commit-fact';
import styles from './entry-panel.module.css';
import { Fact } from './fact';

interface ProvenanceProps extends Pick<SessionPaneProps, 'file' | 'session'> {
  body: Body;
}

/** Where an entry's record stands: the file, its place in it, the commit that covers it, and what is wrong with it. */
export function Provenance({ file, session, body }: ProvenanceProps) {
  const isFile = file.place === 'file';
  return (
    <section>
      <h2 className={styles.heading}>Provenance</h2>
      <dl className={styles.facts}>
        <Fact name={isFile ? 'File' : 'Server'}>
          <span className={styles.id}>
            <code title={spellOut(file.path)}>
              <UntrustedText text={file.name} />
            </code>
            <CopyButton label={isFile ? 'Copy path of file' : 'Copy address of server'} text={file.path} />
          </span>
        </Fact>
        <Fact name="Stored at">
          <span className={styles.id}>
            <code title={spellOut(body.place)}>
              <UntrustedText text={body.place} />
            </code>
            <CopyButton label="Copy place in the file" text={`${file.path} · ${body.place}`} />
          </span>
        </Fact>
        <Fact name="Size">
          <span title={countOf(body.sizeBytes, 'byte')}>
            {formatBytes(body.sizeBytes)}
            {body.sizeBytes >= 1000 && ` (${formatCount(body.sizeBytes)} bytes)`}
          </span>
        </Fact>
        {file.summary.format === 'vv-agent' && (
          <CommitFact
            fileId={file.fileId}
            generation={file.generation}
            sessionId={session.id}
            itemId={body.id}
          />
        )}
        <Fact name="Problems">
          {body.problems.length === 0 ? 'none found' : countOf(body.problems.length, 'problem')}
        </Fact>
      </dl>
      {isFile && (
        <div className={styles.reveal}>
          <Button
            variant="ghost"
            icon={<FolderIcon sizeRem={0.875} />}
            onClick={() => perform('files.reveal', { fileId: file.fileId })}
          >
            Show file in folder
          </Button>
        </div>
      )}
    </section>
  );
}
