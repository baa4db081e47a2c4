import type { FindQuery } from '../../../../shared/contract/find';
import { useFindState } from '../../app/find-state';
import { SegmentedControl } from '../../ui/segmented-control';
import styles from './find-bar.module.css';

type Option = Exclude<keyof FindQuery, 'text'>;

const OPTIONS: readonly { readonly option: Option; readonly sign: string; readonly label: string }[] = [
  { option: 'isCaseSensitive', sign: 'Aa', label: 'Match case' },
  { option: 'isWholeWord', sign: '|ab|', label: 'Whole word' },
  { option: 'isRegExp', sign: '.*', label: 'Regular expression' },
];

const SCOPES = [
  { value: 'session', label: 'Session', title: 'All branches of the session' },
  { value: 'path', label: 'This path', title: 'Only the path to the viewed leaf' },
] as const;

/** How is looked for; stands in the field. */
export function MatchOptions() {
  const query = useFindState((state) => state.query);
  const { change } = useFindState.getState();
  return (
    <div className={styles.options}>
      {OPTIONS.map(({ option, sign, label }) => (
        <button
          key={option}
          type="button"
          className={styles.option}
          aria-label={label}
          title={label}
          aria-pressed={query[option]}
          onClick={() => change({ [option]: !query[option] })}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

/** Where is looked for. */
export function ScopeChoice() {
  const scope = useFindState((state) => state.scope);
  const { setScope } = useFindState.getState();
  return <SegmentedControl label="Where to find" segments={SCOPES} value={scope} onChange={setScope} />;
}
