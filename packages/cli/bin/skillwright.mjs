#!/usr/bin/env node
// Node's own modules are fetched as they are: an import would also make every part of them that is only made on demand.
const [, , first, ...rest] = process.argv;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`skillwright needs Node 22.18 or later, and this is Node ${process.versions.node}.\n`);
  // As a hook, this refuses the call.
  process.exitCode = 2;
} else if (first === "--version" || first === "-V") {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.write(`${version}\n`);
} else {
  const { createRequire, enableCompileCache } = process.getBuiltinModule("node:module");
  // Node keeps the compiled code of the command between runs, which saves a tenth of its start.
  const folder = cacheFolder(process.env, process.platform);
  if (folder !== undefined) enableCompileCache?.(folder);
  // What agents call as their hook is a program of its own; what people do with it is not.
  const isHook =
    first === "guard" && !rest.some((word) => /^(?:install|uninstall|status|--help|-h)$/.test(word));
  if (isHook) createRequire(import.meta.url)("../dist/start-guard.cjs");
  else await import("../dist/start.js");
}

/** Where state that can be made anew may live: SKILLWRIGHT_HOME, or the platform's folder for it. */
function cacheFolder({ SKILLWRIGHT_HOME, XDG_CACHE_HOME, LOCALAPPDATA, HOME }, platform) {
  if (SKILLWRIGHT_HOME) return `${SKILLWRIGHT_HOME}/cache/code`;
  if (platform === "win32") return LOCALAPPDATA && `${LOCALAPPDATA}\\skillwright\\cache\\code`;
  if (XDG_CACHE_HOME) return `${XDG_CACHE_HOME}/skillwright/code`;
  return HOME && `${HOME}/${platform === "darwin" ? "Library/Caches" : ".cache"}/skillwright/code`;
}
