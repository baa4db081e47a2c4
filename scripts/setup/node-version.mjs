/**
 * Why this Node cannot build and run Ramify, as a sentence, or undefined when it can.
 * The SQLite addon ships ready-made for Node-API 10 (Node 22.14); only on linux-x64 is it compiled for older ones.
 */
export function nodeVersionProblem({ version, nodeApi, platform, arch }) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    return `Ramify needs Node 20.19 or newer; this is Node ${version}. Install a newer Node, then run "npm run setup" again.`;
  }
  if (nodeApi < 10 && !(platform === 'linux' && arch === 'x64')) {
    return `On ${platform}-${arch} Ramify needs Node 22.14 or newer; this is Node ${version}. Install a newer Node, then run "npm run setup" again.`;
  }
  return undefined;
}
