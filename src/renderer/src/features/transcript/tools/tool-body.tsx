import { todosOf } from '../../../../../shared/tools/todos';
import type { CallView, ToolBodyProps } from './call-view';
import { PatchBody, TextChangeBody } from './change-bodies';
import { ReadBody, SearchBody } from './file-bodies';
import { JsonBody } from './json-body';
import { ShellBody } from './shell-body';
import { TodoBody } from './todo-body';

/** Whether a call is shown in a way of its own, rather than by its arguments and its result as they are. */
export function hasToolBody({ family, args, output }: CallView): boolean {
  switch (family) {
    case 'shell':
    case 'write':
    case 'edit':
    case 'patch':
    case 'grep':
    case 'mcp':
      return true;
    case 'read':
      return output !== null;
    case 'todo':
      return todosOf(args).length > 0;
    case 'list':
    case 'web':
    case 'agent':
    case 'other':
      return false;
  }
}

/** What a call did, set out as its kind asks for. */
export function ToolBody(props: ToolBodyProps) {
  switch (props.view.family) {
    case 'shell':
      return <ShellBody {...props} />;
    case 'read':
      return <ReadBody {...props} />;
    case 'write':
    case 'edit':
      return <TextChangeBody {...props} />;
    case 'patch':
      return <PatchBody {...props} />;
    case 'grep':
      return <SearchBody {...props} />;
    case 'todo':
      return <TodoBody {...props} />;
    case 'mcp':
      return <JsonBody {...props} />;
    case 'list':
    case 'web':
    case 'agent':
    case 'other':
      return null;
  }
}
