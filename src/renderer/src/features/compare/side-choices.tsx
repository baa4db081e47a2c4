import { useMemo } from 'react';
import type { LeafRef } from '../../app/main-view';
import { IconButton } from '../../ui/button';
import { SwapIcon } from '../../ui/icons';
import { spellOut } from '../../ui/invisible-characters';
import { branchColour } from '../entry/branch-colour';
import { sessionTree } from '../entry/session-tree';
import { branchChoices, unlistedCount } from './branch-choices';
import styles from './compare.module.css';
import { type ComparedPath, isOneSession } from './compared-sides';

interface SideChoicesProps {
  left: ComparedPath;
  right: ComparedPath;
  onChange: (sides: { left?: LeafRef; right?: LeafRef }) => void;
}

/** Which branch each side is, over its column. */
export function SideChoices({ left, right, onChange }: SideChoicesProps) {
  const isSame = isOneSession(left, right);
  return (
    <div className={styles.sides}>
      <SideChoice
        label="Left side"
        side={left}
        isNamed={!isSame}
        onChoose={(ref) => onChange({ left: ref })}
      />
      {isSame ? (
        <IconButton
          isSmall
          label="Swap the sides"
          icon={<SwapIcon />}
          onClick={() => onChange({ left: refTo(right), right: refTo(left) })}
        />
      ) : (
        <span />
      )}
      <SideChoice
        label="Right side"
        side={right}
        isNamed={!isSame}
        onChoose={(ref) => onChange({ right: ref })}
      />
    </div>
  );
}

function refTo({ heads, row }: ComparedPath): LeafRef {
  return { id: heads.index.id(row), row };
}

function SideChoice({
  label,
  side,
  isNamed,
  onChoose,
}: {
  label: string;
  side: ComparedPath;
  /** Says which file the side is of, too. */
  isNamed: boolean;
  onChoose: (ref: LeafRef) => void;
}) {
  const { file, heads, row } = side;
  const tree = sessionTree(heads);
  const choices = useMemo(
    () => branchChoices(tree, row, heads.index.end?.storedLeafRow ?? -1),
    [tree, row, heads.index.end],
  );
  const unlisted = unlistedCount(tree);
  return (
    <label className={styles.side}>
      <span
        className={styles.dot}
        style={{ background: branchColour(tree.branches.numbers[row] ?? 0) }}
        aria-hidden="true"
      />
      <span className={styles.sideName}>
        {label}
        {isNamed && ` · ${spellOut(file.name)}`}
      </span>
      <select
        className={styles.select}
        aria-label={label}
        value={row}
        onChange={(event) => onChoose(refTo({ ...side, row: Number(event.currentTarget.value) }))}
      >
        {row < 0 && <option value={-1}>Choose a branch</option>}
        {choices.map((choice) => (
          <option key={choice.row} value={choice.row}>
            {choice.words}
          </option>
        ))}
        {unlisted > 0 && (
          <option disabled>{unlisted} older branches: compare from the menu of an entry</option>
        )}
      </select>
    </label>
  );
}
