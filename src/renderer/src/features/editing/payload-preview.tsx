import type { EditPreview } from '../../../../shared/contract/editing';
import { countOf } from '../../ui/number-format';
import { Payload, PayloadBox } from './payload-box';
import styles from './payload-box.module.css';
import { type PreviewState, shownPreview } from './use-preview';

interface PayloadPreviewProps {
  title: string;
  state: PreviewState;
}

/** The payloads of what is filled in, to the letter of how they are stored. */
export function PayloadPreview({ title, state }: PayloadPreviewProps) {
  const preview = shownPreview(state);
  const isList = preview !== null && preview.problem === null;
  return (
    <PayloadBox
      title={title}
      detail={isList && countOf(preview.itemCount, 'item')}
      isStale={state.status === 'pending'}
    >
      {isList && preview.itemCount > 0 ? (
        <Payloads preview={preview} />
      ) : (
        <p className={styles.none}>{emptyWords(state)}</p>
      )}
    </PayloadBox>
  );
}

function Payloads({ preview }: { preview: EditPreview }) {
  const rest = preview.itemCount - preview.payloads.length;
  return (
    <>
      {preview.payloads.map(({ text, totalChars }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payloads have no identity but their place
        <Payload key={index} text={text} totalChars={totalChars} />
      ))}
      {rest > 0 && <p className={styles.none}>and {countOf(rest, 'more item', 'more items')}</p>}
    </>
  );
}

function emptyWords(state: PreviewState): string {
  const preview = shownPreview(state);
  if (preview?.problem) return 'Nothing: a rule is broken.';
  if (preview) return 'No items.';
  return state.status === 'pending' ? 'Looking…' : 'Nothing yet.';
}
