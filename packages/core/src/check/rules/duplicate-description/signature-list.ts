import { binCount, type Signature } from "./signature.ts";

type SignatureList = { push(signature: Signature): void; at(index: number): Signature };

/** Packs thousands of signatures into a few arrays of numbers, which take less memory than as many objects. */
export function createSignatureList(): SignatureList {
  const wholes: number[] = [];
  const marks: (readonly number[])[] = [];
  let bins = new Int16Array(64 * binCount);
  return {
    push(signature) {
      const start = wholes.length * binCount;
      if (start === bins.length) bins = doubled(bins);
      bins.set(signature.bins, start);
      wholes.push(signature.whole);
      marks.push(signature.marks);
    },
    at(index) {
      const start = index * binCount;
      return {
        whole: wholes[index] ?? 0,
        bins: bins.subarray(start, start + binCount),
        marks: marks[index] ?? [],
      };
    },
  };
}

function doubled(numbers: Int16Array<ArrayBuffer>): Int16Array<ArrayBuffer> {
  const larger = new Int16Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
