/** Names of the files that belong to a session file, there or not (contract, section 4; SQLite's own two). */
export function sidecarNames(fileName: string): readonly string[] {
  const stem = fileName.replace(/\.[^.]+$/, '');
  return [
    `${stem}.triggers.json`,
    `${stem}.cron.toml`,
    `${stem}.endpoints.json`,
    `${fileName}-wal`,
    `${fileName}-shm`,
  ];
}
