import type { Block, Body } from '../../../../shared/model/body';
import { CopyButton } from '../../ui/copy-button';
import { spellOut } from '../../ui/invisible-characters';
import { Limited } from '../../ui/limited';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { JsonView } from '../entry/json-view';
import styles from './entry-panel.module.css';
import { Fact } from './fact';

/** Calls drawn at first, and with each "Show more": each is a table and a text. */
const SHOWN_CALLS = 20;

/** The calls an entry makes, with their arguments; for a result, which call it says it answers. */
export function ToolCallList({ row, body }: { row: number; body: Body }) {
  const parts = body.blocks.flatMap((block, at) =>
    block.type === 'tool_call' || block.type === 'tool_result' ? [{ block, at }] : [],
  );
  return (
    <Limited items={parts} first={SHOWN_CALLS} step={SHOWN_CALLS} noun="call">
      {(shown) =>
        shown.map(({ block, at }) =>
          block.type === 'tool_result' ? (
            <AnsweredCall key={`${row}:${at}`} block={block} />
          ) : (
            <MadeCall key={`${row}:${at}`} row={row} at={at} block={block} />
          ),
        )
      }
    </Limited>
  );
}

function AnsweredCall({ block }: { block: Extract<Block, { type: 'tool_result' }> }) {
  return (
    <section>
      <h2 className={styles.heading}>Result</h2>
      <dl className={styles.facts}>
        <Fact name="Tool">
          <code>{block.name === null ? 'not named' : <UntrustedText text={block.name} />}</code>
        </Fact>
        <Fact name="Outcome">{block.isError ? <Tag tone="err">✕ error</Tag> : <Tag tone="ok">ok</Tag>}</Fact>
        <CallIdFact callId={block.callId} />
      </dl>
    </section>
  );
}

interface MadeCallProps {
  row: number;
  at: number;
  block: Extract<Block, { type: 'tool_call' }>;
}

function MadeCall({ row, at, block }: MadeCallProps) {
  return (
    <section>
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
