import type { Range } from "@skillwright/core";
import { createLineIndex, printable } from "@skillwright/core/text";
import type { ReadTestFile, TestCase, TestFileProblem } from "./case.ts";
import { problemAtTop } from "./suite-files.ts";

/** A case file and its content. */
export type ReadCase = {
  readonly file: string;
  readonly stem: string;
  readonly text: string;
  readonly result: ReadTestFile<TestCase>;
};

/**
 * Finds cases with the same name as an earlier one. People select cases by file name, and reports identify
 * them by their own name, so both must be unique.
 */
export function findTwins(read: readonly ReadCase[]): (one: ReadCase) => readonly TestFileProblem[] {
  // Reversed, because a map keeps the last entry of a key.
  const backwards = read.toReversed();
  const firstByStem = new Map(backwards.map(({ stem, file }) => [stem, file]));
  const firstByName = new Map(backwards.map((one) => [nameOf(one), one.file]));
  return (one) => {
    const problems: TestFileProblem[] = [];
    const { file, stem, text } = one;
    const sameStem = firstByStem.get(stem) ?? file;
    if (sameStem !== file)
      problems.push(
        problemAtTop(file, `${printable(sameStem)} has the same name with another extension. Rename one.`),
      );
    const sameName = firstByName.get(nameOf(one)) ?? file;
    if (one.result.ok && sameName !== file) {
      const message = `name: ${printable(sameName)} already has this name. Choose another.`;
      problems.push({ file, range: findName(text), message });
    }
    return problems;
  };
}

function nameOf({ result }: ReadCase): string | undefined {
  return result.ok ? result.value.name : undefined;
}

/** The line of the name; the start of the file when there is none. */
function findName(text: string): Range {
  const { index = 0, 0: line = "" } = /^["']?name["']?[ \t]*:.*/m.exec(text) ?? {};
  return createLineIndex(text).rangeOf({ start: index, end: index + line.trimEnd().length });
}
