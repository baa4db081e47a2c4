import type { SessionHeads } from '../../app/heads';
import type { SessionView } from '../../app/view-state';
import { Dialog } from '../../ui/dialog';
import { countOf } from '../../ui/number-format';
import { PickList } from '../../ui/pick-list';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './label-dialog.module.css';

interface LabelDialogProps {
  heads: SessionHeads;
  view: SessionView;
  onClose: () => void;
}

/** All labels of a session, to go to one of their entries. */
export function LabelDialog({ heads, view, onClose }: LabelDialogProps) {
  const { index } = heads;
  const labels = index.end?.labels ?? [];
  return (
    <Dialog title="Go to Label" isAtTop onClose={onClose}>
      {labels.length === 0 ? (
        <p className={styles.none}>
          {index.end
            ? 'No entry of this session has a label.'
            : 'Which entries have a label is not known yet.'}
        </p>
      ) : (
        <PickList
          label="Labels"
          items={labels}
          current={labels.findIndex(({ row }) => row === view.selectedRow)}
          lineRem={2}
          textOf={({ row, text }) => `${text} ${index.preview(row)}`}
          filterHint={`Search ${countOf(labels.length, 'label')}`}
          noneText="No label has these words."
          onPick={({ row }) => {
            onClose();
            view.selectEntry(row);
          }}
        >
          {({ row, text }) => (
            <span className={styles.line}>
              <Tag tone="accent">
                <UntrustedText text={text} isProse />
              </Tag>
              <span className={styles.words}>
                <UntrustedText text={index.preview(row)} isProse />
              </span>
              <span className={styles.time}>
                <Time timeMs={index.timeMs(row)} />
              </span>
            </span>
          )}
        </PickList>
      )}
    </Dialog>
  );
}
