import { runsLimits } from "./limits.ts";

/** Counts failures of a model that come one after the other. */
export type FaultWatch = {
  failed(message: string): void;
  worked(): void;
  /** What all the last ones said, when there were so many that going on makes no sense. */
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

/** Faults of one kind differ in times and numbers of requests. */
function kindOf(message: string): string {
  return message.replace(/\d+/g, "0");
}
