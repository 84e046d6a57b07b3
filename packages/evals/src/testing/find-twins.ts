import type { Range } from "@skillwright/core";
import { createLineIndex, printable } from "@skillwright/core/text";
import type { ReadTestFile, TestCase, TestFileProblem } from "./case.ts";
import { problemAtTop } from "./suite-files.ts";

/** A file of a case, and what was read of it. */
export type ReadCase = {
  readonly file: string;
  readonly stem: string;
  readonly text: string;
  readonly result: ReadTestFile<TestCase>;
};

/**
 * What is wrong with a case because an earlier one is called the same. People choose cases by the names of their files, and
 * reports tell them apart by their own: both must be one case's alone.
 */
export function findTwins(read: readonly ReadCase[]): (one: ReadCase) => readonly TestFileProblem[] {
  // Of several with the same key the one that comes last stays in a map.
  const backwards = read.toReversed();
  const firstByStem = new Map(backwards.map(({ stem, file }) => [stem, file]));
  const firstByName = new Map(backwards.map((one) => [nameOf(one), one.file]));
  return (one) => {
    const problems: TestFileProblem[] = [];
    const { file, stem, text } = one;
    const sameStem = firstByStem.get(stem) ?? file;
    if (sameStem !== file)
      problems.push(
        problemAtTop(file, `${printable(sameStem)} has the same name but for its ending. Rename one.`),
      );
    const sameName = firstByName.get(nameOf(one)) ?? file;
    if (one.result.ok && sameName !== file) {
      const message = `name: ${printable(sameName)} has this name already. Choose another.`;
      problems.push({ file, range: findName(text), message });
    }
    return problems;
  };
}

function nameOf({ result }: ReadCase): string | undefined {
  return result.ok ? result.value.name : undefined;
}

/** The line of the name; the beginning where it has none of its own. */
function findName(text: string): Range {
  const { index = 0, 0: line = "" } = /^["']?name["']?[ \t]*:.*/m.exec(text) ?? {};
  return createLineIndex(text).rangeOf({ start: index, end: index + line.trimEnd().length });
}
