import type { BinaryContent } from '../../../../shared/content/binary';
import { FileIcon } from '../../ui/icons';
import { formatBytes } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './binary-notice.module.css';

/** Content that is no text and no image: what it is said to be, and how large it is. */
export function BinaryNotice({
  content: { mediaType, name, sizeBytes, isEstimate },
}: {
  content: BinaryContent;
}) {
  return (
    <p className={styles.notice}>
      <FileIcon />
      <span>
        {name === null ? 'Binary content' : <UntrustedText text={name} />}
        {mediaType !== null && (
          <>
            {' '}
            <code>
              <UntrustedText text={mediaType} />
            </code>
          </>
        )}{' '}
        {isEstimate && '≈ '}
        {formatBytes(sizeBytes)}
      </span>
    </p>
  );
}
