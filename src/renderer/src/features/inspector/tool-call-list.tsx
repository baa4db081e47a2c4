import type { Body } from '../../../../shared/model/body';
import { CopyButton } from '../../ui/copy-button';
import { spellOut } from '../../ui/invisible-characters';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { JsonView } from '../entry/json-view';
import styles from './entry-panel.module.css';
import { Fact } from './fact';

/** The calls an entry makes, with their arguments; for a result, which call it says it answers. */
export function ToolCallList({ row, body }: { row: number; body: Body }) {
  return body.blocks.map((block, at) => {
    const key = `${row}:${at}`;
    if (block.type === 'tool_result') {
      return (
        <section key={key}>
          <h2 className={styles.heading}>Result</h2>
          <dl className={styles.facts}>
            <Fact name="Tool">
              <code>{block.name === null ? 'not named' : <UntrustedText text={block.name} />}</code>
            </Fact>
            <Fact name="Outcome">
              {block.isError ? <Tag tone="err">✕ error</Tag> : <Tag tone="ok">ok</Tag>}
            </Fact>
            <CallIdFact callId={block.callId} />
          </dl>
        </section>
      );
    }
    if (block.type !== 'tool_call') return null;
    return (
      <section key={key}>
        <h2 className={styles.heading}>
          Call of{' '}
          <code>
            <UntrustedText text={block.name} />
          </code>
        </h2>
        <dl className={styles.facts}>
          <CallIdFact callId={block.callId} />
          <Fact name="Arguments">{block.asString ? 'stored as a string' : 'stored as an object'}</Fact>
        </dl>
        {block.argumentsText.totalChars > 0 && (
          <div className={styles.arguments}>
            <JsonView cut={block.argumentsText} source={{ row, block: at }} />
          </div>
        )}
      </section>
    );
  });
}

function CallIdFact({ callId }: { callId: string | null }) {
  return (
    <Fact name="Call id">
      {callId === null ? (
        'none'
      ) : (
        <span className={styles.id}>
          <code title={spellOut(callId)}>
            <UntrustedText text={callId} />
          </code>
          <CopyButton label="Copy call id" text={callId} />
        </span>
      )}
    </Fact>
  );
}
