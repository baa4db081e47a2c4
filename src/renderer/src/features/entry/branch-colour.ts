/** How many colours there are for branches: `--lane-1` and on. */
export const BRANCH_COLOURS = 8;

/** Colour of a branch, the same for as long as the branch is there. */
export function branchColour(branch: number): string {
  return `var(--lane-${(branch % BRANCH_COLOURS) + 1})`;
}
