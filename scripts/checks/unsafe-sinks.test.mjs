import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCheckout } from '../support/checkout.mjs';
import { capture, packageTool } from '../support/processes.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ramify-lint-'));
  const { plugins } = JSON.parse(readFileSync(inCheckout('biome.json'), 'utf8'));
  const settings = { root: true, plugins: plugins.map((plugin) => inCheckout(plugin)) };
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(settings));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Those of the lines that the linter of this repository calls unsafe. */
async function unsafeOf(lines) {
  writeFileSync(path.join(folder, 'example.tsx'), lines.join('\n'));
  const [command, args] = packageTool(
    '@biomejs/biome/bin/biome',
    'lint',
    '--reporter=github',
    '--max-diagnostics=none',
  );
  const { output } = await capture(command, [...args, 'example.tsx'], { cwd: folder });
  const found = [...output.matchAll(/title=plugin.*?,line=(\d+)/g)].map(([, line]) => Number(line));
  return lines.filter((_, at) => found.includes(at + 1));
}

describe('the linter', () => {
  it('refuses text as HTML and code loaded into a database, and nothing that looks like it', async () => {
    const safe = ['log(element.innerHTML);', 'element.textContent = text;', 'document.createElement(text);'];
    const unsafe = [
      'element.innerHTML = text;',
      'element.innerHTML += text;',
      "element['innerHTML'] = text;",
      'element.outerHTML = text;',
      'frame.srcdoc = text;',
      "frame.setAttribute('srcdoc', text);",
      'export const frame = <iframe title="x" srcDoc={text} />;',
      "element.insertAdjacentHTML('beforeend', text);",
      "element?.insertAdjacentHTML('beforeend', text);",
      'range.createContextualFragment(text);',
      'element.setHTMLUnsafe(text);',
      'document.write(text);',
      'document.writeln(text, text);',
      'database.loadExtension(path);',
      "database?.loadExtension(path, 'entry');",
      'database.unsafeMode();',
      'database.unsafeMode(true);',
    ];
    expect(await unsafeOf([...safe, ...unsafe])).toEqual(unsafe);
  });
});
