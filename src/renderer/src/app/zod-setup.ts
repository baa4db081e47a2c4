import { z } from 'zod';

// The page's policy forbids making code from strings; zod would try before it does without. This has
// to run before the first schema is made, so it stands first in the page's entry.
z.config({ jitless: true });
