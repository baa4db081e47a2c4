import { type Arguments, textOf } from './arguments';

/** Another session that a call started: the transcript of a sub-agent. Which file holds it, the reader finds out. */
export interface ChildSession {
  /** Id of the session, or of the agent where sessions of agents are named by that. */
  readonly id: string;
}

/** The fields in which the known agents keep it. */
const SESSION_FIELDS = [
  ...['sessionId', 'session_id', 'childSessionId', 'child_session_id', 'sub_session_id', 'subSessionId'],
  ...['task_id', 'taskId'],
];
/** In a result alone: in a call they name a kind of agent. */
const AGENT_FIELDS = ['agentId', 'agent_id'];

/** The session that a call of a sub-agent started; null where neither its result nor the call names one. */
export function childSessionOf(args: Arguments, details: readonly Arguments[]): ChildSession | null {
  const ids = [
    ...details.map((part) => textOf(part, ...SESSION_FIELDS, ...AGENT_FIELDS)),
    textOf(args, ...SESSION_FIELDS),
  ];
  const id = ids.find((each) => each !== null && each.trim() !== '');
  return id ? { id } : null;
}
