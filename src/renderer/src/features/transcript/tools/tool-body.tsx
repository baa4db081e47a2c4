import { NO_ARGUMENTS } from '../../../../../shared/tools/arguments';
import { todosOf } from '../../../../../shared/tools/todos';
import { AgentBody } from './agent-body';
import type { CallView, ToolBodyProps } from './call-view';
import { PatchBody, TextChangeBody } from './change-bodies';
import { ReadBody, SearchBody } from './file-bodies';
import { GenericBody } from './generic-body';
import { ListBody } from './list-body';
import { ShellBody } from './shell-body';
import { TodoBody } from './todo-body';
import { WebBody } from './web-body';

/** Whether a call is shown in a way of its own, rather than by its arguments and its result as they are. */
export function hasToolBody({ family, args, output }: CallView): boolean {
  switch (family) {
    case 'shell':
    case 'write':
    case 'edit':
    case 'patch':
    case 'grep':
    case 'mcp':
    case 'web':
    case 'list':
    case 'agent':
      return true;
    case 'read':
      return output !== null;
    case 'todo':
      return todosOf(args).length > 0;
    case 'other':
      // Arguments that are no object, or not here whole, are shown as they are.
      return args !== NO_ARGUMENTS;
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
    case 'web':
      return <WebBody {...props} />;
    case 'list':
      return <ListBody {...props} />;
    case 'agent':
      return <AgentBody {...props} />;
    case 'mcp':
    case 'other':
      return <GenericBody {...props} />;
  }
}
