#!/usr/bin/env node
// The headless commands. They are built like the app, from src/main/cli.
import { existsSync } from 'node:fs';

const cli = new URL('../out/main/cli.js', import.meta.url);
if (existsSync(cli)) {
  await import(cli.href);
} else {
  process.stderr.write('Run "npm run setup" first.\n');
  process.exitCode = 2;
}
