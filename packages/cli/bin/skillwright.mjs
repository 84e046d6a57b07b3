#!/usr/bin/env node
// getBuiltinModule is faster than an import, which also creates the lazy parts of a module.
const [, , first, ...rest] = process.argv;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`skillwright requires Node 22.18 or later; this is Node ${process.versions.node}.\n`);
  // Exit code 2 makes a hook refuse the call.
  process.exitCode = 2;
} else if (first === "--version" || first === "-v" || first === "-V") {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.write(`${version}\n`);
} else {
  const { createRequire, enableCompileCache } = process.getBuiltinModule("node:module");
  // Caching compiled code saves a tenth of the start-up time.
  const folder = cacheFolder(process.env, process.platform);
  if (folder !== undefined) enableCompileCache?.(folder);
  // Hooks have their own, smaller bundle.
  const isHook =
    first === "guard" && !rest.some((word) => /^(?:install|uninstall|status|--help|-h)$/.test(word));
  if (isHook) createRequire(import.meta.url)("../dist/start-guard.cjs");
  else await import("../dist/start.js");
}

/** SKILLWRIGHT_HOME or the platform's cache folder. */
function cacheFolder({ SKILLWRIGHT_HOME, XDG_CACHE_HOME, LOCALAPPDATA, HOME }, platform) {
  if (SKILLWRIGHT_HOME) return `${SKILLWRIGHT_HOME}/cache/code`;
  if (platform === "win32") return LOCALAPPDATA && `${LOCALAPPDATA}\\skillwright\\cache\\code`;
  if (XDG_CACHE_HOME) return `${XDG_CACHE_HOME}/skillwright/code`;
  return HOME && `${HOME}/${platform === "darwin" ? "Library/Caches" : ".cache"}/skillwright/code`;
}
