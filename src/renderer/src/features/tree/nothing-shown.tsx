import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { BranchIcon } from '../../ui/icons';

interface NothingShownProps {
  filterName: string;
  text: string;
  isComplete: boolean;
  onClear: () => void;
  onEverything: () => void;
}

/** Stands where the filter leaves no entry, with the way out. */
export function NothingShown({ filterName, text, isComplete, onClear, onEverything }: NothingShownProps) {
  const isSearch = text.trim() !== '';
  return (
    <EmptyState
      icon={<BranchIcon sizeRem={1.5} />}
      title={isSearch ? 'No entry has these words' : 'No entry to show'}
    >
      {isComplete ? null : 'The session is still being read. '}
      {isSearch ? (
        <Button onClick={onClear}>Clear the filter</Button>
      ) : (
        <Button onClick={onEverything}>Show everything instead of “{filterName}”</Button>
      )}
    </EmptyState>
  );
}
