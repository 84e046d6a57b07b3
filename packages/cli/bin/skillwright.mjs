#!/usr/bin/env node
import { readFileSync } from "node:fs";

const [, , first] = process.argv;
if (first === "--version" || first === "-V") {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.write(`${version}\n`);
} else {
  await import("../dist/start.js");
}
