import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import type { CodeLanguage } from '../../../shared/tools/code-language';
import { type CodeRuns, runsOfTree } from './code-runs';

/** A text to be coloured. */
export interface HighlightRequest {
  readonly language: CodeLanguage;
  readonly text: string;
}

const GRAMMARS = {
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, graphql, ini, java, javascript, json, kotlin, lua },
  ...{ makefile, markdown, php, powershell, python, ruby, rust, scss, sql, swift, typescript, xml, yaml },
} satisfies Record<CodeLanguage, unknown>;

const highlighter = createLowlight(GRAMMARS);

addEventListener('message', ({ data: { language, text } }: MessageEvent<HighlightRequest>) => {
  postMessage(runsOf(language, text));
});

/** Null where the grammar gives up. */
function runsOf(language: CodeLanguage, text: string): CodeRuns | null {
  try {
    return runsOfTree(highlighter.highlight(language, text));
  } catch {
    return null;
  }
}
