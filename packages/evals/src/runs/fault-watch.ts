import { runsLimits } from "./limits.ts";

/** Counts consecutive failures of a model. */
export type FaultWatch = {
  failed(message: string): void;
  worked(): void;
  /** The last message, once there were too many consecutive failures to continue. */
  verdict(): string | undefined;
};

export function createFaultWatch(most: number = runsLimits.evalFaults): FaultWatch {
  let last = "";
  let count = 0;
  return {
    failed: (message) => {
      count = kindOf(message) === kindOf(last) ? count + 1 : 1;
      last = message;
    },
    worked: () => {
      count = 0;
      last = "";
    },
    verdict: () => (count >= most ? last : undefined),
  };
}

/** Messages of the same kind differ in times and request ids. */
function kindOf(message: string): string {
  return message.replace(/\d+/g, "0");
}
