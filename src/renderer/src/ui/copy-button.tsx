import { useEffect, useState } from 'react';
import { IconButton } from './button';
import { CheckIcon, CopyIcon } from './icons';
import { hasInvisible } from './invisible-characters';
import { showToast } from './toast-store';

interface CopyButtonProps {
  /** What is copied, read aloud: `Copy entry id`. */
  label: string;
  text: string;
}

/** Copies a text exactly as it is, and warns when that takes something unseen along. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [isDone, setDone] = useState(false);

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 1500);
    return () => clearTimeout(timer);
  }, [isDone]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      showToast('The clipboard could not be written. Select the text and copy it with the keyboard.', 'err');
      return;
    }
    setDone(true);
    if (hasInvisible(text)) showToast('Copied as stored. The text holds invisible characters.', 'warn');
  }

  return (
    <IconButton
      isSmall
      label={isDone ? 'Copied' : label}
      icon={isDone ? <CheckIcon sizeRem={0.875} /> : <CopyIcon sizeRem={0.875} />}
      onClick={() => void copy()}
    />
  );
}
