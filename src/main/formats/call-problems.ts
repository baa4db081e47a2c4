import type { Finding } from '../../shared/model/report';
import type { AnsweredCall, MadeCall } from './call-index';
import { quoteId } from './stored-id';

/** What is wrong with a tool result for the call it answers, given the row of its entry; null where nothing is. */
export function resultProblem(answered: AnsweredCall): Finding | null {
  if (answered === null) return RESULT_WITHOUT_CALL;
  return answered === 'too-many' ? CALL_NOT_PAIRED : null;
}

const RESULT_WITHOUT_CALL: Finding = {
  code: 'result-without-call',
  severity: 'warning',
  message: 'No entry above this result made the call it answers.',
};

const CALL_NOT_PAIRED: Finding = {
  code: 'call-not-paired',
  severity: 'warning',
  message: 'So many entries made a call with this id that the one this result answers was not looked for.',
};

/** What there is to say of a call that no entry answers; `isPassed` tells whether the conversation went on below it. */
export function unansweredCall(
  { callId, name }: Pick<MadeCall, 'callId' | 'name'>,
  isPassed: boolean,
): Finding {
  const call = `The call ${quoteId(name)} (${quoteId(callId)})`;
  return isPassed
    ? {
        code: 'call-without-result',
        severity: 'note',
        message: `${call} has no result, and the session goes on.`,
      }
    : { code: 'call-pending', severity: 'note', message: `${call} has no result yet: it may still run.` };
}
