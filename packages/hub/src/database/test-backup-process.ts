import { backupHub, restoreHub } from "./backup.ts";

/** A backup or a restoration as a process of its own, for tests that kill it. Arguments: which of them, the data folder, the file. */
const [action, dataFolder = "", file = ""] = process.argv.slice(2);
process.stdout.write("ready\n");
if (action === "backup") await backupHub({ dataFolder, file });
else await restoreHub({ dataFolder, file, now: Date.now() });
process.stdout.write("done\n");
