import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this checkout, absolute. */
export const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A path inside the checkout, absolute. */
export function inCheckout(...parts) {
  return path.join(checkout, ...parts);
}
