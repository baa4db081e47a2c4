import type { Finding } from '../../../shared/model/report';

/** A turn that began and did not end yet, for sessions that tell of both. */
export class OpenTurn {
  #isOpen = false;

  /** What an event says of turns; finds where one begins before the one before it has ended. */
  event(type: string): readonly Finding[] {
    if (type === 'task_complete' || type === 'turn_complete' || type === 'turn_aborted') this.#isOpen = false;
    if (type !== 'task_started' && type !== 'turn_started') return [];
    const wasOpen = this.#isOpen;
    this.#isOpen = true;
    return wasOpen ? [UNFINISHED_BEFORE] : [];
  }

  /** What there is to say at the end of the session. */
  finding(): Finding | null {
    return this.#isOpen ? UNFINISHED_LAST : null;
  }
}

const UNFINISHED_BEFORE: Finding = {
  code: 'unfinished-turn',
  severity: 'note',
  message: 'The turn before this one has no end: it was interrupted.',
};

const UNFINISHED_LAST: Finding = {
  code: 'unfinished-turn',
  severity: 'note',
  message: 'The last turn has no end: it was interrupted, or is still running.',
};
