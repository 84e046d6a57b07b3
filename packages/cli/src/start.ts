import { main } from "./main.ts";
import { createProcessIo } from "./process-io.ts";

// A reader that closes early (`skillwright … | head`) is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exitCode = 0;
});

process.exitCode = await main(process.argv.slice(2), createProcessIo());
