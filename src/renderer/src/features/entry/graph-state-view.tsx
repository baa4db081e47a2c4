import type { Body } from '../../../../shared/model/body';
import { countOf } from '../../ui/number-format';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { CodeText } from './code-text';
import { type GraphItem, type GraphState, graphStateOf } from './graph-state';
import styles from './graph-state-view.module.css';

/** The block of an entry that holds a session graph, read; null where the entry holds none that can be. */
export function graphBlock(body: Body): { readonly at: number; readonly state: GraphState } | null {
  const isGraph = body.facts.some(
    ({ name, value }) => name === 'Custom type' && value === 'session_graph_state',
  );
  if (body.type !== 'custom' || !isGraph) return null;
  const at = body.blocks.findIndex((block) => block.type === 'raw' && block.label === 'data');
  const block = body.blocks[at];
  if (block?.type !== 'raw' || block.text.length < block.totalChars) return null;
  const state = graphStateOf(block.text);
  return state && { at, state };
}

/** The dags and sub-agents of a session graph, as lists. */
export function GraphStateView({ state }: { state: GraphState }) {
  return (
    <div className={styles.graph}>
      <GraphList title="Dags" count={countOf(state.dags.length, 'dag')} items={state.dags} />
      <GraphList
        title="Sub-agents"
        count={countOf(state.subagents.length, 'sub-agent')}
        items={state.subagents}
      />
      {state.rest !== null && <CodeText cut={{ text: state.rest, totalChars: state.rest.length }} />}
    </div>
  );
}

function GraphList({ title, count, items }: { title: string; count: string; items: readonly GraphItem[] }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{count}</h3>
      <ul className={styles.items}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity but their place
          <li key={index}>
            <p className={styles.head}>
              <b>
                <UntrustedText text={item.name} isProse />
              </b>
              {item.status !== null && (
                <Tag>
                  <UntrustedText text={item.status} />
                </Tag>
              )}
            </p>
            {item.details.length > 0 && (
              <dl className={styles.details}>
                {item.details.map(({ name, value }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a key may be there twice
                  <div key={at}>
                    <dt>
                      <UntrustedText text={name} />
                    </dt>
                    <dd>
                      <UntrustedText text={value} isProse />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
