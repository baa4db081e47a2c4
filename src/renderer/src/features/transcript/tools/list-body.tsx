import { useMemo } from 'react';
import { type ListedPath, listedPathsOf } from '../../../../../shared/tools/listed-paths';
import { CopyButton } from '../../../ui/copy-button';
import { FileIcon, FolderIcon } from '../../../ui/icons';
import { countOf } from '../../../ui/number-format';
import { UntrustedText } from '../../../ui/untrusted-text';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { ArgumentList } from './argument-list';
import type { ToolBodyProps } from './call-view';
import { LimitedLines } from './limited-lines';
import styles from './list-body.module.css';
import { ResultPart, ToolPart } from './tool-part';

/** A folder that was listed, or files that were looked for. */
export function ListBody({ row, paired, view, outcome }: ToolBodyProps) {
  const { call, result, block } = paired;
  const listing = useMemo(
    () => (result === null || result.isError ? null : listedPathsOf(view.output, view.details)),
    [result, view],
  );
  return (
    <>
      {call.argumentsText.totalChars > 2 && (
        <ToolPart title="Listed">
          <ArgumentList cut={call.argumentsText} source={{ row, block }} />
        </ToolPart>
      )}
      {listing === null ? (
        <ResultPart result={result} outcome={outcome} output={view.output} />
      ) : (
        <ToolPart
          title={titleOf(listing.paths)}
          actions={<CopyButton label="Copy result" text={view.output ?? ''} />}
        >
          <LimitedLines lines={foldersFirst(listing.paths)}>
            {(shown) => (
              <ul className={styles.list}>
                {shown.map((entry, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the names of one listing never change places
                  <Entry key={at} entry={entry} />
                ))}
              </ul>
            )}
          </LimitedLines>
          {listing.notes.map((note, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one output
            <p key={at} className={styles.note}>
              <UntrustedText text={note} isProse />
            </p>
          ))}
        </ToolPart>
      )}
    </>
  );
}

function titleOf(paths: readonly ListedPath[]): string {
  const folders = paths.filter(({ isFolder }) => isFolder).length;
  const files = paths.length - folders;
  return [folders > 0 ? countOf(folders, 'folder') : '', files > 0 ? countOf(files, 'file') : '']
    .filter((part) => part !== '')
    .join(', ');
}

function foldersFirst(paths: readonly ListedPath[]): readonly ListedPath[] {
  return [...paths.filter(({ isFolder }) => isFolder), ...paths.filter(({ isFolder }) => !isFolder)];
}

function Entry({ entry: { path, isFolder } }: { entry: ListedPath }) {
  const nameAt = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return (
    <li className={isFolder ? styles.folder : undefined}>
      {isFolder ? <FolderIcon sizeRem={0.875} /> : <FileIcon sizeRem={0.875} />}
      {isFolder && <VisuallyHidden>Folder </VisuallyHidden>}
      <code className={styles.path}>
        {nameAt > 0 && (
          <span className={styles.parent}>
            <UntrustedText text={path.slice(0, nameAt)} />
          </span>
        )}
        <UntrustedText text={path.slice(nameAt)} />
        {isFolder && '/'}
      </code>
    </li>
  );
}
