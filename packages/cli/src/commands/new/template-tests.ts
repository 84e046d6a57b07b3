import type { PlannedFile } from "./templates.ts";

const cases: Readonly<Record<string, string>> = {
  "01-counts": `name: counts-of-a-small-file
description: Counts lines, words and the longest line of a small text
input:
  command: "printf 'one two\\nthree\\n' > notes.txt && python3 scripts/summarize.py notes.txt"
expected:
  stdout-json:
    lines: 2
    words: 3
    longest_line: 7
`,
  "02-missing-file": `name: missing-file-is-named
description: A missing file gives exit code 2 and a one-line error
input:
  command: "python3 scripts/summarize.py absent.txt"
expected:
  exit-code: 2
  stderr-contains:
    - "absent.txt does not exist"
  not-contains:
    - "Traceback"
`,
};

/** Test cases of a new skill with a script, which also serve as examples. */
export const templateTests: readonly PlannedFile[] = Object.entries(cases).map(([stem, content]) => ({
  path: `tests/cases/${stem}.yaml`,
  content,
  executable: false,
}));
