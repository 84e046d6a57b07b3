// Written in plain old JavaScript on purpose: it must run, and speak, on a Node that is too old for the rest.
const needed = [22, 18];
const found = process.versions.node.split(".").map(Number);
const isOldEnough = found[0] > needed[0] || (found[0] === needed[0] && found[1] >= needed[1]);

if (!isOldEnough) {
  console.error(
    `Skillwright needs Node.js ${needed.join(".")} or newer; this is ${process.versions.node}.\n` +
      "On Linux (x64, arm64) `npm ci` brings a suitable Node along and `npm run …` uses it: run `npm ci` without\n" +
      "`--omit=optional` first. Elsewhere install a current Node.js from https://nodejs.org and try again.",
  );
  process.exitCode = 1;
}
