import { type Arguments, listOf, textOf } from './arguments';

type TodoStatus = 'pending' | 'in-progress' | 'completed' | 'cancelled' | 'other';

/** One line of a list of things to do. */
export interface Todo {
  readonly text: string;
  readonly status: TodoStatus;
  /** The status as stored. */
  readonly word: string;
}

const STATUS: ReadonlyMap<string, TodoStatus> = new Map([
  ['pending', 'pending'],
  ['todo', 'pending'],
  ['open', 'pending'],
  ['in_progress', 'in-progress'],
  ['completed', 'completed'],
  ['done', 'completed'],
  ['cancelled', 'cancelled'],
]);

/** The list a call hands over; empty when it has none. */
export function todosOf(args: Arguments): readonly Todo[] {
  return listOf(args, 'todos', 'plan', 'tasks').flatMap((item) => {
    const text = textOf(item, 'content', 'title', 'step', 'description', 'subject');
    const word = textOf(item, 'status') ?? '';
    return text === null ? [] : [{ text, word, status: STATUS.get(word) ?? 'other' }];
  });
}
