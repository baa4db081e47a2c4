import { create } from 'zustand';
import { VisuallyHidden } from './visually-hidden';

const useAnnouncement = create<{ text: string }>()(() => ({ text: '' }));

/** Has a screen reader say something that is plain to see, e.g. `branch 2 of 3`. */
export function announce(text: string): void {
  // The same words again are read again only if the region's text changes.
  useAnnouncement.setState(({ text: last }) => ({ text: text === last ? `${text}\u00a0` : text }));
}

/** The polite live region; stands once in the window. */
export function Announcer() {
  const text = useAnnouncement((state) => state.text);
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-atomic="true">
        {text}
      </span>
    </VisuallyHidden>
  );
}
