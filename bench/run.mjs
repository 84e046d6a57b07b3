import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureAudit } from "./audit.mjs";
import { measureCatalog } from "./catalog.mjs";
import { measureCheck } from "./check.mjs";
import { measureDashboard } from "./dashboard.mjs";
import { measureEvals } from "./evals.mjs";
import { generateSkills } from "./generate-skills.mjs";
import { measureGuard } from "./guard.mjs";
import { measureHooks } from "./hooks.mjs";
import { measureHub } from "./hub.mjs";
import { measureHubAudit } from "./hub-audit.mjs";
import { measureConnections } from "./hub-connections.mjs";
import { measureMcp } from "./mcp.mjs";
import { print } from "./measure.mjs";
import { measurePackaging } from "./packaging.mjs";
import { measureProcesses } from "./processes.mjs";
import { measureRunning } from "./running.mjs";
import { measureScan } from "./scan.mjs";
import { measureSearch } from "./search.mjs";
import { measureSync } from "./sync.mjs";

/** Measures budgets as ratios within one run where possible: machines differ and are noisy, ratios hold. */
const folder = fileURLToPath(new URL("../.bench", import.meta.url));
if (process.argv.includes("--hub")) await measureHubs();
else await measureAll();
print();

async function measureAll() {
  const small = join(folder, "1000");
  generateSkills(small, 1000);
  // First: starting a process takes longer the more memory this one holds.
  measureProcesses(small, join(folder, "home"));
  measureHooks();
  await measureMcp(small, join(folder, "home"));
  await measureHubs();
  await measureDashboard(join(folder, "dashboard"));
  await measureRunning();
  await measureEvals();
  await measureSync();
  await measureGuard();
  measurePackaging(small, join(folder, "packaging"));
  await measureAudit(join(folder, "audit"));
  measureScan(join(folder, "scan"), 1000);
  const sizes = process.argv.includes("--large") ? [1000, 10_000, 100_000] : [1000, 10_000];
  for (const count of sizes) {
    const root = join(folder, String(count));
    generateSkills(root, count);
    measureCheck(root, count);
    await measureCatalog(root, count, join(folder, "index"));
  }
  for (const count of [1000, 10_000, 100_000]) measureSearch(count);
}

/** How requests grow with events and versions takes long and has scripts of its own: `hub-growth.mjs` and `hub-versions.mjs`. */
async function measureHubs() {
  await measureHub();
  await measureConnections([200]);
  await measureHubAudit(join(folder, "hub-audit"));
}
