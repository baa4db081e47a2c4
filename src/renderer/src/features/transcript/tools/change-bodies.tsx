import { useMemo } from 'react';
import { textOf } from '../../../../../shared/tools/arguments';
import { languageOfPath } from '../../../../../shared/tools/code-language';
import type { DiffLine } from '../../../../../shared/tools/diff-line';
import { pathOf } from '../../../../../shared/tools/family';
import { textPairs } from '../../../../../shared/tools/file-edits';
import { parseNumberedDiff } from '../../../../../shared/tools/numbered-diff';
import { parsePatch, patchTextOf } from '../../../../../shared/tools/patch';
import { structuredPatchLines } from '../../../../../shared/tools/structured-patch';
import { parseUnifiedDiff } from '../../../../../shared/tools/unified-diff';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { JsonView } from '../../entry/json-view';
import type { CallView, ToolBodyProps } from './call-view';
import { ChangeCount, DiffLayoutControl, DiffView } from './diff-view';
import { lineDiff } from './line-diff';
import { ResultPart, ToolPart } from './tool-part';

/** A file that is written or edited: what the call takes away and what it puts there. */
export function TextChangeBody(props: ToolBodyProps) {
  const { row, paired, view, outcome } = props;
  const lines = useMemo(() => changeOf(view), [view]);
  if (lines === null) {
    return (
      <>
        <ToolPart title="Arguments">
          <JsonView cut={paired.call.argumentsText} source={{ row, block: paired.block }} isBare />
        </ToolPart>
        <ResultPart result={paired.result} outcome={outcome} output={view.output} />
      </>
    );
  }
  return (
    <>
      <ToolPart
        title={<UntrustedText text={pathOf(view.args) ?? 'File'} />}
        actions={
          <>
            <NotApplied {...props} />
            <ChangeCount lines={lines} />
            <DiffLayoutControl />
          </>
        }
        isFlush
      >
        <DiffView lines={lines} label="What changes" language={languageOfPath(pathOf(view.args) ?? '')} />
      </ToolPart>
      <ResultPart result={paired.result} outcome={outcome} output={view.output} />
    </>
  );
}

/** A patch, file by file. */
export function PatchBody(props: ToolBodyProps) {
  const { paired, view, outcome } = props;
  const files = useMemo(() => parsePatch(patchTextOf(view.args) ?? ''), [view]);
  return (
    <>
      {files.map(({ action, path, movedTo, lines }, at) => (
        <ToolPart
          // biome-ignore lint/suspicious/noArrayIndexKey: a patch may name a file twice
          key={at}
          title={
            <>
              {PATCH_WORDS[action]} <UntrustedText text={path} />
              {movedTo !== null && (
                <>
                  {' → '}
                  <UntrustedText text={movedTo} />
                </>
              )}
            </>
          }
          actions={
            <>
              {at === 0 && <NotApplied {...props} />}
              {lines.length > 0 && <ChangeCount lines={lines} />}
              {at === 0 && <DiffLayoutControl />}
            </>
          }
          isFlush
        >
          {lines.length > 0 && (
            <DiffView lines={lines} label="What changes" language={languageOfPath(movedTo ?? path)} />
          )}
        </ToolPart>
      ))}
      <ResultPart result={paired.result} outcome={outcome} output={view.output} />
    </>
  );
}

const PATCH_WORDS = { add: 'Adds', delete: 'Deletes', update: 'Changes' } as const;

/** What a call that failed asked for did not happen. */
function NotApplied({ outcome }: ToolBodyProps) {
  return outcome === 'error' ? <Tag tone="err">not applied</Tag> : null;
}

/** The best account of a change there is: what the tool says it did, else what it was asked to do. */
function changeOf({ args, details }: CallView): readonly DiffLine[] | null {
  for (const part of details) {
    const diff = textOf(part, 'diff', 'fileDiff') ?? '';
    const told = structuredPatchLines(part) ?? parseNumberedDiff(diff) ?? parseUnifiedDiff(diff);
    if (told !== null) return told;
  }
  const pairs = textPairs(args);
  if (pairs.length > 0) return withGaps(pairs.map(({ before, after }) => lineDiff(before, after)));
  const content = textOf(args, 'content', 'contents', 'file_text');
  return content === null ? null : lineDiff('', content, true);
}

/** Several replacements in one file, in the order in which the call has them. */
function withGaps(parts: readonly (readonly DiffLine[])[]): readonly DiffLine[] {
  const gap: DiffLine = { kind: 'gap', text: '', oldNumber: null, newNumber: null };
  return parts.flatMap((lines, at) => (at === 0 ? lines : [gap, ...lines]));
}
