/** One step of a classic BPF filter, which has a single register: the accumulator. */
export type FilterStep =
  /** Loads 32 bits of the system call data. */
  | { readonly do: "load"; readonly offset: number }
  | { readonly do: "mask"; readonly bits: number }
  /** Jumps to a label if the comparison with the accumulator holds, else continues. */
  | {
      readonly do: "jump";
      readonly when: keyof typeof comparisons;
      readonly value: number;
      readonly to: string;
    }
  | { readonly do: "go"; readonly to: string }
  | { readonly do: "label"; readonly name: string }
  | { readonly do: "answer"; readonly value: number };

/**
 * Encodes steps as the kernel reads them, eight bytes each (`struct sock_filter`), little endian like all
 * supported machines. Labels must lie ahead: the program cannot jump back, so it always ends.
 */
export function assembleFilter(steps: readonly FilterStep[]): Uint8Array {
  const labels = findLabels(steps);
  const written = steps.filter((step) => step.do !== "label");
  const view = new DataView(new ArrayBuffer(written.length * instructionBytes));
  for (const [index, step] of written.entries()) {
    const { code, whenTrue, value } = encode(step, (label) => distance({ label, from: index, labels }));
    view.setUint16(index * instructionBytes, code, true);
    view.setUint8(index * instructionBytes + 2, whenTrue);
    view.setUint32(index * instructionBytes + 4, value, true);
  }
  return new Uint8Array(view.buffer);
}

const instructionBytes = 8;

/** `BPF_JMP | BPF_K` with `BPF_JEQ`, `BPF_JGE`, `BPF_JSET` (linux/bpf_common.h). */
const comparisons = { equal: 0x15, "at-least": 0x35, "any-bit": 0x45 } as const;

/** Index of the instruction that follows each label. */
function findLabels(steps: readonly FilterStep[]): ReadonlyMap<string, number> {
  const labels = new Map<string, number>();
  let index = 0;
  for (const step of steps) {
    if (step.do === "label") labels.set(step.name, index);
    else index += 1;
  }
  return labels;
}

function distance(jump: {
  readonly label: string;
  readonly from: number;
  readonly labels: ReadonlyMap<string, number>;
}): number {
  const steps = (jump.labels.get(jump.label) ?? Number.NaN) - jump.from - 1;
  // A conditional jump has one byte for its offset. Exceeding it is a bug in our filter, never a matter of
  // input.
  if (!(steps >= 0 && steps <= 255)) throw new RangeError(`no jump to ${jump.label} from ${jump.from}`);
  return steps;
}

function encode(
  step: Exclude<FilterStep, { do: "label" }>,
  distanceTo: (label: string) => number,
): { readonly code: number; readonly whenTrue: number; readonly value: number } {
  switch (step.do) {
    case "load":
      return { code: 0x20, whenTrue: 0, value: step.offset };
    case "mask":
      return { code: 0x54, whenTrue: 0, value: step.bits };
    case "jump":
      return { code: comparisons[step.when], whenTrue: distanceTo(step.to), value: step.value };
    case "go":
      return { code: 0x05, whenTrue: 0, value: distanceTo(step.to) };
    case "answer":
      return { code: 0x06, whenTrue: 0, value: step.value };
  }
}
