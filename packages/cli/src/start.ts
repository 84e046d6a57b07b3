import { exitCode } from "./exit-code.ts";
import { main } from "./main.ts";
import { createProcessIo } from "./process-io.ts";

let failure: number | undefined;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Ignore a reader that closes early (`skillwright … | head`), but report a full disk.
  if (error.code === "EPIPE" || failure !== undefined) return;
  failure = exitCode.environment;
  process.stderr.write(`skillwright: cannot write output (${error.code}).\n`);
  process.exitCode = failure;
});
process.stderr.on("error", () => {});

const code = await main(process.argv.slice(2), createProcessIo());
process.exitCode = failure ?? code;
