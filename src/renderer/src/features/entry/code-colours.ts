import { startTransition, useEffect, useState } from 'react';
import type { CodeLanguage } from '../../../../shared/tools/code-language';
import type { CodeRuns } from '../../workers/code-runs';
import type { HighlightRequest } from '../../workers/highlight-worker';
import { KeptAnswers } from '../../workers/kept-answers';
import { WorkerQueue } from '../../workers/worker-queue';

/** Longest text that is coloured without being asked to, in UTF-16 units. */
const MAX_COLOURED_CHARS = 50 * 1024;
/** A grammar takes some 20 ms for a text of that length; one that takes this long would take minutes. */
const LIMIT_MS = 2_000;
/** For a longer text, when asked to. */
const ASKED_LIMIT_MS = 15_000;
/** Each run is an element: more of them would hold up the window. */
const MAX_RUNS = 40_000;
/** Characters of the texts whose colours are kept. */
const MAX_KEPT_CHARS = 2_000_000;

/** Code whose colours are wanted. */
interface Code {
  readonly text: string;
  readonly language: CodeLanguage;
}

/** The colours of a code, or why there are none. */
export type CodeColours =
  | { readonly status: 'plain' | 'pending' | 'failed' }
  | { readonly status: 'coloured'; readonly runs: CodeRuns }
  | { readonly status: 'too-long'; ask(): void };

const queue = new WorkerQueue<HighlightRequest, CodeRuns>('highlight');
/** By language and text; null for what could not be coloured in time. */
const kept = new KeptAnswers<CodeRuns | null>(MAX_KEPT_CHARS);

const PLAIN: CodeColours = { status: 'plain' };
const PENDING: CodeColours = { status: 'pending' };
const FAILED: CodeColours = { status: 'failed' };

/** The colours of a code, which come a moment after the text is shown. Null for text of no known language. */
export function useCodeColours(text: string, language: CodeLanguage | null): CodeColours {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const [, setAnswers] = useState(0);
  const isLong = text.length > MAX_COLOURED_CHARS;
  const isWanted = language !== null && text !== '' && (!isLong || askedFor === text);
  const runs = isWanted ? kept.get(keyOf({ text, language })) : undefined;

  useEffect(() => {
    if (!isWanted || runs !== undefined) return;
    const aborted = new AbortController();
    const limitMs = isLong ? ASKED_LIMIT_MS : LIMIT_MS;
    void queue.ask({ text, language }, limitMs, aborted.signal).then((answer) => {
      // One that was given up before its turn was not tried.
      if (aborted.signal.aborted) return;
      const key = keyOf({ text, language });
      kept.keep(key, answer && answer.ends.length <= MAX_RUNS ? answer : null, key.length);
      // In a transition the lines are drawn between frames, and not all in one.
      startTransition(() => setAnswers((answers) => answers + 1));
    });
    return () => aborted.abort();
  }, [isWanted, isLong, runs, text, language]);

  if (language === null || text === '') return PLAIN;
  if (!isWanted) return { status: 'too-long', ask: () => setAskedFor(text) };
  if (runs === undefined) return PENDING;
  return runs === null ? FAILED : { status: 'coloured', runs };
}

function keyOf({ text, language }: Code): string {
  return `${language}\n${text}`;
}
