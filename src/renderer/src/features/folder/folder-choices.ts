import { create } from 'zustand';

/** What the user chose in the view of a folder. */
interface FolderChoice {
  readonly filter: string;
  /** Key of the line that has the keyboard; null for the first. */
  readonly currentKey: string | null;
  readonly hasSubAgents: boolean;
}

const NOTHING_CHOSEN: FolderChoice = { filter: '', currentKey: null, hasSubAgents: false };

interface FolderChoices {
  /** By folder id: small, and kept for as long as the window is. */
  readonly choices: Readonly<Record<string, FolderChoice>>;
  choose(folderId: string, change: Partial<FolderChoice>): void;
}

const useFolderChoices = create<FolderChoices>()((set) => ({
  choices: {},
  choose: (folderId, change) =>
    set(({ choices }) => ({
      choices: { ...choices, [folderId]: { ...(choices[folderId] ?? NOTHING_CHOSEN), ...change } },
    })),
}));

/** What was chosen in a folder, and the way to change it: it stays while its sessions are looked at. */
export function useFolderChoice(
  folderId: string,
): FolderChoice & { choose: (change: Partial<FolderChoice>) => void } {
  const choice = useFolderChoices((state) => state.choices[folderId] ?? NOTHING_CHOSEN);
  const choose = useFolderChoices((state) => state.choose);
  return { ...choice, choose: (change) => choose(folderId, change) };
}
