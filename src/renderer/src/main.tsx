import './app/zod-setup';
import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { PaneBoundary } from './app/pane-boundary';
import { createQueryClient } from './app/query-client';
import { applyTextSize } from './app/text-size';
import { applySystemTheme } from './app/theme';

applySystemTheme();
applyTextSize();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <PaneBoundary>
        <App />
      </PaneBoundary>
    </QueryClientProvider>
  </StrictMode>,
);
