import type { HookOutput } from "@skillwright/runtime";
import { UsageError } from "./command.ts";
import { answerHook, refuseUnread } from "./commands/guard/answer-hook.ts";
import { guardHook, notAtTerminal } from "./commands/guard/guard-hook.ts";
import { exitCode } from "./exit-code.ts";
import { parseInvocation } from "./parse-invocation.ts";
import { createHookIo, writeAtOnce } from "./process-io.ts";

// Entry point for hooks, bundled separately because agents wait for it before every call. The exit code refuses until the answer
// is written, so that a lost answer never counts as consent.
process.exitCode = exitCode.usage;
let isAnswered = false;
process.once("exit", () => {
  // Some agents continue after a refusal without a message.
  if (!isAnswered) writeAtOnce(2, "skillwright guard: it ended without an answer.\n");
});
answer(process.argv.slice(3)).then(
  (code) => {
    isAnswered = true;
    // Taking the heap apart, as Node does otherwise, would keep the agent waiting.
    process.exit(code);
  },
  () => {},
);

async function answer(words: readonly string[]): Promise<number> {
  try {
    const io = createHookIo();
    if (io === undefined) return tell({ stdout: "", stderr: notAtTerminal, exitCode: exitCode.usage });
    return await answerHook(parseInvocation(guardHook, words), io);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const help = error instanceof UsageError ? "\nRun `skillwright guard --help` for usage." : "";
    return tell(refuseUnread(agentIn(words), `${reason}${help}`));
  }
}

/** The agent named by words that could not be parsed. */
function agentIn(words: readonly string[]): string | undefined {
  return /(?:^|\n)--agent[=\n](.*)/.exec(words.join("\n"))?.[1];
}

function tell({ stdout, stderr, exitCode: code }: HookOutput): number {
  if (stdout !== "") writeAtOnce(1, stdout);
  writeAtOnce(2, stderr);
  return code;
}
