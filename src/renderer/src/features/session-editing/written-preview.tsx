import type { SessionEditPreview } from '../../../../shared/contract/session-editing';
import { countOf } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import { Payload, PayloadBox } from '../editing/payload-box';
import { type PreviewState, shownPreview } from '../editing/use-preview';
import styles from './session-editing.module.css';

interface WrittenPreviewProps {
  state: PreviewState<SessionEditPreview>;
  /** What is worth knowing before, sentences. */
  notes: readonly string[];
}

/** Exactly the entries or the row of `meta` that will be written, and what is worth knowing about it. */
export function WrittenPreview({ state, notes }: WrittenPreviewProps) {
  const preview = shownPreview(state);
  return (
    <>
      <PayloadBox
        title="What will be written"
        detail={preview && whatItIs(preview)}
        isStale={state.status === 'pending'}
      >
        <Written state={state} preview={preview} />
      </PayloadBox>
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>
              <UntrustedText text={note} isProse />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Written({
  state,
  preview,
}: {
  state: PreviewState<SessionEditPreview>;
  preview: SessionEditPreview | null;
}) {
  if (!preview)
    return <p className={styles.none}>{state.status === 'pending' ? 'Looking…' : 'Nothing yet.'}</p>;
  const { entries, meta } = preview;
  if (meta) return <MetaRow {...meta} />;
  if (entries.length === 0) return <p className={styles.none}>Nothing.</p>;
  return entries.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: entries that are not written yet have no lasting identity
    <Payload key={index} text={text} totalChars={text.length} />
  ));
}

/** A row before and after. */
function MetaRow({ before, after }: NonNullable<SessionEditPreview['meta']>) {
  return (
    <dl className={styles.metaRow}>
      <dt>before</dt>
      <dd>
        <MetaText text={before} />
      </dd>
      <dt>after</dt>
      <dd>
        <MetaText text={after} />
      </dd>
    </dl>
  );
}

function MetaText({ text }: { text: string | null }) {
  if (text === null) return <span className={styles.quiet}>no such row</span>;
  return (
    <code>
      <UntrustedText text={text} />
    </code>
  );
}

function whatItIs({ entries, meta }: SessionEditPreview): string {
  if (meta) return `the row ${meta.key} of meta`;
  return entries.length === 0 ? '' : countOf(entries.length, 'entry', 'entries');
}
