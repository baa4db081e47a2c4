/** Chromium refuses to run with its sandbox as root on Linux; nobody else goes without it. */
export function electronSwitches(platform, isRoot) {
  return platform === 'linux' && isRoot ? ['--no-sandbox'] : [];
}

/** The app's arguments: paths made absolute, options (a leading dash) and links (`ramify:…`) as they are. */
export function appArguments(args, resolve) {
  return args.map((argument) => (/^(-|\s*ramify:)/i.test(argument) ? argument : resolve(argument)));
}
