import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const conditions = ["@skillwright/source", "module", "browser"];

// The hub serves what is built here; `scripts/build-web.mjs` runs it.
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: { conditions },
  build: {
    outDir: fileURLToPath(new URL("../hub/web", import.meta.url)),
    emptyOutDir: true,
    target: "es2024",
    // Everything stays a file of its own: the content security policy allows no inline styles, scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.md" },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Libraries mark their files for frameworks that also render on servers.
      onLog: (level, log, handle) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
      },
    },
  },
  logLevel: "warn",
});
