import { type Todo, todosOf } from '../../../../../shared/tools/todos';
import { UntrustedText } from '../../../ui/untrusted-text';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import type { ToolBodyProps } from './call-view';
import styles from './todo-body.module.css';
import { ResultPart, ToolPart } from './tool-part';

/** A list of things to do, as it stands after the call. */
export function TodoBody({ paired: { result }, view, outcome }: ToolBodyProps) {
  const todos = todosOf(view.args);
  const done = todos.filter(({ status }) => status === 'completed').length;
  return (
    <>
      <ToolPart title={`${done} of ${todos.length} done`}>
        <ul className={styles.list}>
          {todos.map((todo, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of one call never change places
            <TodoItem key={at} todo={todo} />
          ))}
        </ul>
      </ToolPart>
      <ResultPart result={result} outcome={outcome} output={view.output} />
    </>
  );
}

const SIGNS = { pending: '○', 'in-progress': '◐', completed: '✓', cancelled: '✕', other: '·' } as const;
const WORDS = {
  pending: 'to do',
  'in-progress': 'in progress',
  completed: 'done',
  cancelled: 'cancelled',
  other: '',
} as const;

function TodoItem({ todo: { text, status, word } }: { todo: Todo }) {
  return (
    <li className={styles[status]}>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[status]}
      </span>
      <VisuallyHidden>{WORDS[status]} </VisuallyHidden>
      <span className={styles.text}>
        <UntrustedText text={text} isProse />
      </span>
      {status === 'other' && word !== '' && (
        <code className={styles.word}>
          <UntrustedText text={word} />
        </code>
      )}
    </li>
  );
}
