import type { Commit, Severity, UnmatchedReason, Verdict } from '../../../../shared/model/report';

/** How a judgement looks: a sign, a word and a tone, each enough without the others. */
export interface VerdictWords {
  readonly sign: '✓' | '!' | '✕' | '–' | 'i';
  readonly word: string;
  readonly tone: 'ok' | 'warn' | 'err' | 'plain';
}

export function verdictWords(verdict: Verdict): VerdictWords {
  switch (verdict) {
    case 'ok':
      return { sign: '✓', word: 'ok', tone: 'ok' };
    case 'warning':
      return { sign: '!', word: 'warning', tone: 'warn' };
    case 'failed':
      return { sign: '✕', word: 'failed', tone: 'err' };
    case 'not-applicable':
      return { sign: '–', word: 'does not apply', tone: 'plain' };
  }
}

export function severityWords(severity: Severity): VerdictWords {
  switch (severity) {
    case 'note':
      return { sign: 'i', word: 'note', tone: 'plain' };
    case 'warning':
      return { sign: '!', word: 'warning', tone: 'warn' };
    case 'error':
      return { sign: '✕', word: 'error', tone: 'err' };
  }
}

export function commitWords({ state, ambiguous }: Pick<Commit, 'state' | 'ambiguous'>): VerdictWords {
  switch (state) {
    case 'verified':
      return { sign: '✓', word: ambiguous ? 'verified, ambiguous' : 'verified', tone: 'ok' };
    case 'empty':
      return { sign: '✓', word: 'empty', tone: 'ok' };
    case 'unmatched':
      return { sign: '✕', word: 'unmatched', tone: 'err' };
    case 'malformed':
      return { sign: '✕', word: 'malformed', tone: 'err' };
  }
}

/** What the state of a commit means, in a sentence. */
export function commitSentence({
  state,
  reason,
  ambiguous,
}: Pick<Commit, 'state' | 'reason' | 'ambiguous'>): string {
  switch (state) {
    case 'verified':
      return ambiguous
        ? 'Its digest matches these items; another run of items would match it as well.'
        : 'Its digest matches these items as they are stored.';
    case 'empty':
      return 'It was made without items, and its digest says so.';
    case 'malformed':
      return 'Its digest is not 64 lower-case hexadecimal digits, so nothing can match it.';
    case 'unmatched':
      return unmatchedSentence(reason);
  }
}

function unmatchedSentence(reason: UnmatchedReason | null): string {
  switch (reason) {
    case 'no-range':
    case null:
      return 'No run of the stored items has this digest: items were popped, edited or removed since.';
    case 'search-limit':
      return 'The search ended at its limit before a run of items with this digest was found.';
    case 'undecodable-item':
      return 'An item that cannot be read stands in the way, so runs with it have no digest.';
    case 'outside-i-json':
      return 'An item holds a number that the digest cannot be computed over.';
  }
}
