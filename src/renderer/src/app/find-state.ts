import { create } from 'zustand';
import { type FindQuery, MAX_QUERY_CHARS } from '../../../shared/contract/find';

type FindScope = 'session' | 'path';

interface FindState {
  readonly isOpen: boolean;
  /** Kept when the bar is closed. */
  readonly query: FindQuery;
  readonly scope: FindScope;
  /** A new object each time the next or the previous hit is asked for from outside of the bar. */
  readonly asked: { readonly step: 1 | -1 } | null;
  /** A new object each time the bar is asked for, also while it is open. */
  readonly opened: object;
  open(): void;
  close(): void;
  change(query: Partial<FindQuery>): void;
  setScope(scope: FindScope): void;
  step(step: 1 | -1): void;
}

/** What is looked for in the session on screen; the same in whichever comes to the front. */
export const useFindState = create<FindState>()((set, get) => ({
  isOpen: false,
  query: { text: '', isCaseSensitive: false, isWholeWord: false, isRegExp: false },
  scope: 'session',
  asked: null,
  opened: {},
  open: () => {
    const text = selectedWords();
    if (!get().isOpen) before = document.activeElement;
    set(({ query }) => ({ isOpen: true, opened: {}, query: text === '' ? query : { ...query, text } }));
  },
  close: () => {
    set({ isOpen: false, asked: null });
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    const place = isThere ? before : document.querySelector('[aria-label="Conversation"]');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  },
  change: (change) => set(({ query }) => ({ query: { ...query, ...change } })),
  setScope: (scope) => set({ scope }),
  step: (step) => {
    const { isOpen, query } = get();
    if (isOpen && query.text !== '') set({ asked: { step } });
    else get().open();
  },
}));

/** What had the focus when the bar was opened. */
let before: Element | null = null;

/** Longest selection that is taken for what is to be found. */
const MAX_SELECTED_CHARS = 200;

/** The selected text, if it is a few words on one line. */
function selectedWords(): string {
  const text = document.getSelection()?.toString().trim() ?? '';
  return text.includes('\n') || text.length > Math.min(MAX_SELECTED_CHARS, MAX_QUERY_CHARS) ? '' : text;
}
