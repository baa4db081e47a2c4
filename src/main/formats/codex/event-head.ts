import { isNativeObject, type NativeObject } from '../../../shared/json/native';
import { FLAG } from '../../../shared/model/heads';
import { headOf, type ItemHead, textsOf } from './item-head';
import { textOf } from './record';

/** What an event is to the entries around it. */
export type EventRole =
  /** It says what a message or a thought says, that stands as an item beside it. */
  | { readonly role: 'twin'; readonly of: 'user' | 'assistant'; readonly said: readonly string[] }
  /** It tells how a call ended, whose result stands as an item beside it. */
  | { readonly role: 'end'; readonly callId: string; readonly hasFailed: boolean }
  | { readonly role: 'tokens' }
  /** All others: an entry of its own. */
  | { readonly role: 'own' };

const OWN = { role: 'own' } as const;

export function eventRole(event: NativeObject): EventRole {
  const type = textOf(event.type);
  switch (type) {
    case 'token_count':
      return { role: 'tokens' };
    case 'user_message':
      return { role: 'twin', of: 'user', said: [textOf(event.message)] };
    case 'agent_message':
      return { role: 'twin', of: 'assistant', said: [textOf(event.message)] };
    case 'agent_reasoning':
    case 'agent_reasoning_raw_content':
      return { role: 'twin', of: 'assistant', said: [textOf(event.text)] };
    case 'item_completed':
      return isNativeObject(event.item) ? completedRole(event.item) : OWN;
    default: {
      const callId = textOf(event.call_id);
      return type.endsWith('_end') && callId !== ''
        ? { role: 'end', callId, hasFailed: hasFailed(event) }
        : OWN;
    }
  }
}

function completedRole(item: NativeObject): EventRole {
  switch (textOf(item.type)) {
    case 'UserMessage':
      return { role: 'twin', of: 'user', said: textsOf(item.content) };
    case 'AgentMessage':
      return { role: 'twin', of: 'assistant', said: textsOf(item.content) };
    case 'Reasoning':
      return {
        role: 'twin',
        of: 'assistant',
        said: [...textsOf(item.summary_text), ...textsOf(item.raw_content)],
      };
    case 'Plan':
    case 'ContextCompaction':
      return OWN;
    default: {
      const callId = textOf(item.id);
      return callId === '' ? OWN : { role: 'end', callId, hasFailed: hasFailed(item) };
    }
  }
}

function hasFailed({ exit_code: exitCode, success, status }: NativeObject): boolean {
  if (typeof exitCode === 'number') return exitCode !== 0;
  return success === false || status === 'failed' || status === 'declined';
}

/** The head of an event that is an entry of its own. */
export function eventHead(event: NativeObject): ItemHead {
  const type = textOf(event.type);
  switch (type) {
    case 'item_completed': {
      const item = isNativeObject(event.item) ? event.item : {};
      if (item.type === 'Plan') return headOf('custom_message', textOf(item.text) || 'plan');
      return headOf('meta', `completed: ${textOf(item.type) || '?'}`);
    }
    case 'turn_aborted':
      return headOf('meta', `turn aborted: ${textOf(event.reason) || 'no reason given'}`);
    case 'thread_rolled_back':
      return headOf(
        'leaf_move',
        turnCount(event) === 1 ? '1 turn taken back' : `${turnCount(event)} turns taken back`,
      );
    case 'thread_name_updated':
      return headOf('session_info', textOf(event.thread_name));
    case 'error': {
      const head = headOf('system', textOf(event.message) || 'error');
      head.flags = FLAG.error;
      return head;
    }
    case '':
      return headOf('unknown', '');
    default: {
      const words = textOf(event.message) || textOf(event.text);
      const name = type.replaceAll('_', ' ');
      return headOf('meta', words === '' ? name : `${name}: ${words}`);
    }
  }
}

/** How many turns of the user an event takes back. */
export function turnCount({ num_turns: count }: NativeObject): number {
  return typeof count === 'number' && count > 0 ? Math.floor(count) : 0;
}
