import { readMarkdown } from './markdown-tree';

addEventListener('message', ({ data: text }: MessageEvent<string>) => {
  postMessage(readMarkdown(text));
});
