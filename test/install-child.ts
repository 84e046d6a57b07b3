/** Runs one operation of an installation in a process of its own, which kills itself at a step: ROOT OPERATION STEP. */
import { createNodeFileSystem } from "@skillwright/core/node";
import { type InstallPorts, undoLast } from "../packages/packaging/src/apply/apply-plan.ts";
import { createCache } from "../packages/packaging/src/apply/cache.ts";
import { createNodeDisk } from "../packages/packaging/src/apply/node-disk.ts";
import { createDyingDisk } from "../packages/packaging/src/apply/test-dying-disk.ts";
import { placeIn, runOn, wantedOf } from "../packages/packaging/src/apply/test-install.ts";
// Not by the packages' names: hundreds of processes would each load all of them.
import { createLockFile } from "../packages/runtime/src/audit/lock-file.ts";

const pdf = { "SKILL.md": "one\ntwo\nthree\n", "scripts/run.sh": "+x 1" };
const newPdf = { "SKILL.md": "one\ntwo\nTHREE\n", "new/c.md": "c" };

export const operations = ["add", "update", "remove", "undo"] as const;
export type OperationName = (typeof operations)[number] | "add-csv";

export function createPorts(root: string): InstallPorts {
  const [fs, disk] = [createNodeFileSystem(), createNodeDisk()];
  return { fs, disk, cache: createCache(`${root}/cache`, { fs, disk }), lock: createLockFile };
}

export function runOperation(root: string, operation: OperationName, ports: InstallPorts): unknown {
  const place = placeIn(`${root}/project`);
  if (operation === "add") return runOn(ports, place, { add: [wantedOf("pdf", pdf)] });
  if (operation === "add-csv") return runOn(ports, place, { add: [wantedOf("csv", pdf)] });
  if (operation === "update") return runOn(ports, place, { add: [wantedOf("pdf", newPdf)] });
  return operation === "remove" ? runOn(ports, place, { remove: ["pdf"] }) : undoLast(place, ports);
}

const [, file = "", root = "", operation, step] = process.argv;
if (file === import.meta.filename) {
  const ports = createPorts(root);
  const die = (): never => {
    process.kill(process.pid, "SIGKILL");
    throw new Error("unreachable");
  };
  const disk = createDyingDisk(ports.disk, ports.fs, { at: Number(step), die });
  const cache = createCache(`${root}/cache`, { fs: ports.fs, disk });
  runOperation(root, operation as OperationName, { ...ports, disk, cache });
}
