import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { defaultClientConditions } from 'vite';

// The oldest runtime the build must run on: the fallback runtime is Electron 33 (Node 20.18, Chromium 130).
const node = 'node20.18';
const chrome = 'chrome130';

export default defineConfig({
  main: {
    build: {
      target: node,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          'data-process': 'src/main/data-process/entry.ts',
          cli: 'src/main/cli/index.ts',
          'make-samples': 'src/main/samples/make.ts',
        },
      },
    },
  },
  preload: {
    build: {
      target: node,
      // A sandboxed preload can neither be ESM nor require packages: one bundled CommonJS file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    plugins: [react()],
    // Packages that have a form for workers are taken in it: none of it needs a document or sets HTML, which the policy
    // of the page refuses.
    resolve: { conditions: ['worker', ...defaultClientConditions] },
    // Workers are modules, as the rest of the page.
    worker: { format: 'es' },
    build: {
      target: chrome,
      // electron-vite leaves the page as it is unless told; a third of the bytes is read and parsed sooner.
      minify: true,
      // The policy has no `data:` for scripts and fonts: assets stay files.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
