import { exitCode } from "./exit-code.ts";
import { main } from "./main.ts";
import { createProcessIo } from "./process-io.ts";

let failure: number | undefined;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that closes early (`skillwright … | head`) is no error of ours; a full disk must be said.
  if (error.code === "EPIPE" || failure !== undefined) return;
  failure = exitCode.environment;
  process.stderr.write(`skillwright: the output cannot be written (${error.code}).\n`);
  process.exitCode = failure;
});
process.stderr.on("error", () => {});

const code = await main(process.argv.slice(2), createProcessIo());
process.exitCode = failure ?? code;
