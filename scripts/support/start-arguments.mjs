/** Chromium refuses to run with its sandbox as root on Linux; nobody else goes without it. */
export function electronSwitches(platform, isRoot) {
  return platform === 'linux' && isRoot ? ['--no-sandbox'] : [];
}

/** The app's arguments: paths made absolute, options (a leading dash) as they are. */
export function appArguments(args, resolve) {
  return args.map((argument) => (argument.startsWith('-') ? argument : resolve(argument)));
}
