import { startTransition, useEffect, useState } from 'react';
import { KeptAnswers } from '../../workers/kept-answers';
import type { MarkdownElement } from '../../workers/markdown-tree';
import { WorkerQueue } from '../../workers/worker-queue';

/** What is read at all takes some 200 ms; what takes this long would take minutes. */
const LIMIT_MS = 5_000;
/** Elements of the trees that are kept: some 20 MB. */
const MAX_KEPT_SIZE = 100_000;

const queue = new WorkerQueue<string, MarkdownElement>('markdown');
/** By text; null for what could not be read in time. */
const kept = new KeptAnswers<MarkdownElement | null>(MAX_KEPT_SIZE);

/** A text read as Markdown by a worker; undefined until it is, null where it could not be, or not in time. */
export function useMarkdownTree(text: string): MarkdownElement | null | undefined {
  const [, setAnswers] = useState(0);
  const tree = kept.get(text);
  useEffect(() => {
    if (tree !== undefined) return;
    const aborted = new AbortController();
    void queue.ask(text, LIMIT_MS, aborted.signal).then((answer) => {
      // One that was given up before its turn was not tried.
      if (answer === null && aborted.signal.aborted) return;
      kept.keep(text, answer, answer?.size ?? 1);
      startTransition(() => setAnswers((answers) => answers + 1));
    });
    return () => aborted.abort();
  }, [tree, text]);
  return tree;
}
