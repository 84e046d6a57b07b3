import { writeSync } from "node:fs";
import { UsageError } from "./command.ts";
import { answerHook } from "./commands/answer-hook.ts";
import { guardHook, notAtTerminal } from "./commands/guard-hook.ts";
import { exitCode } from "./exit-code.ts";
import { parseInvocation } from "./parse-invocation.ts";
import { createHookIo } from "./process-io.ts";

// The command as hooks call it, in a bundle of its own: an agent waits for it before every call that it makes. Until the answer is
// out, this process refuses: an answer that nobody got must not count as consent.
process.exitCode = exitCode.usage;
answer(process.argv.slice(3)).then(
  (code) => {
    process.exitCode = code;
  },
  () => {},
);

async function answer(words: readonly string[]): Promise<number> {
  try {
    const io = createHookIo();
    if (io === undefined) return refuse(notAtTerminal);
    return await answerHook(parseInvocation(guardHook, words), io);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const help = error instanceof UsageError ? "\nRun `skillwright guard --help` for usage." : "";
    return refuse(`skillwright guard: ${reason}${help}\n`);
  }
}

function refuse(text: string): number {
  writeSync(2, text);
  return exitCode.usage;
}
