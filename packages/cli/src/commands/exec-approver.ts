import type { Approver } from "@skillwright/runtime";
import type { Io } from "../io.ts";
import type { ExecOptions } from "./exec-options.ts";

export type ExecApprover = {
  readonly approve: Approver;
  /** What to do when nobody was there to be asked; empty when that did not happen. */
  hint(): string;
};

/** Puts what a policy wants to be asked about to the person at the terminal. */
export function createExecApprover({ yes }: Pick<ExecOptions, "yes">, io: Io): ExecApprover {
  let isAlone = false;
  return {
    approve: async ({ text }) => {
      if (yes) return { approved: true, by: "--yes" };
      const answer = await io.ask(
        `A policy wants you to be asked. May this run?\n${text}\n[y]es, [N]o: `,
        io.signal(),
      );
      isAlone ||= answer === undefined;
      return { approved: /^\s*y(?:es)?\s*$/i.test(answer ?? ""), by: "user" };
    },
    hint: () =>
      isAlone ? "Nobody could be asked here. Run it at a terminal, or approve it with --yes.\n" : "",
  };
}
