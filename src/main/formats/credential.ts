/** Names that promise a secret. `clientKey` and `tokens` counts are names of the formats themselves. */
const SECRET_NAME =
  /(api[_-]?key|secret|password|passwd|credential|authorization|cookie|private[_-]?key|access[_-]?key|(^|[_-])(auth|key|token)$|(access|refresh|auth|bearer|session|id)[_-]?token|[a-z]Token$)/i;

/** Beginnings and shapes of the tokens in common use. */
const SECRET_VALUES: readonly RegExp[] = [
  /\b(sk|pk|rk)-[A-Za-z0-9_-]{16,}/,
  /\b(gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|hf_|npm_|AIza|ya29\.)[A-Za-z0-9_.-]{16,}/,
  /\b(AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\b(Bearer|Basic)\s+[A-Za-z0-9+/=_.-]{12,}/i,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  // A URL with a password, or with a key among its parameters.
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s@]*:[^/\s@]+@/i,
  /[?&#](api[_-]?key|key|token|access_token|auth|secret|password|sig|signature)=[^&\s]{6,}/i,
];

/**
 * Whether a stored value looks like a credential, by the name it has or by its own shape. A guess that
 * may be wrong both ways: it decides what is shown masked, and is reported as a warning only.
 */
export function looksLikeCredential(name: string, value: string): boolean {
  if (value === '') return false;
  return SECRET_NAME.test(name) || SECRET_VALUES.some((shape) => shape.test(value)) || isRandomToken(value);
}

/** A stand-in that tells a credential from another one, and no more. */
export function maskCredential(value: string): string {
  const shown = value.length >= 16 ? value.slice(0, 4) : '';
  return `${shown}… (${value.length} characters that look like a credential; not shown)`;
}

/** Long, without separators, and with capitals, small letters and digits well mixed: made by a machine. */
function isRandomToken(value: string): boolean {
  if (!/^[A-Za-z0-9+/=_-]{32,}$/.test(value)) return false;
  const changes = value.match(/[a-z][A-Z0-9]|[A-Z][a-z0-9]|[0-9][A-Za-z]/g)?.length ?? 0;
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value) && changes >= value.length / 5;
}
