import { useMemo } from 'react';
import type { CutText } from '../../../../shared/model/body';
import { CodeText } from './code-text';
import { formatJson } from './json-text';

interface JsonViewProps {
  cut: CutText;
  source: { readonly row: number; readonly block: number | null };
  isBare?: boolean;
}

/** JSON set out on lines; as stored when it is cut off or no JSON. */
export function JsonView({ cut, source, isBare = false }: JsonViewProps) {
  const formatted = useMemo(
    () => (cut.text.length === cut.totalChars ? formatJson(cut.text) : null),
    [cut.text, cut.totalChars],
  );
  if (formatted === null) return <CodeText cut={cut} source={source} isBare={isBare} />;
  return (
    <CodeText
      cut={{ text: formatted, totalChars: formatted.length }}
      of={source}
      language="json"
      isBare={isBare}
    />
  );
}
