import type { PlannedFile } from "./templates.ts";

const cases: Readonly<Record<string, string>> = {
  "01-counts": `name: counts-of-a-small-file
description: Lines, words and the longest line of a text that can be counted by hand
input:
  command: "printf 'one two\\nthree\\n' > notes.txt && python3 scripts/summarize.py notes.txt"
expected:
  stdout-json:
    lines: 2
    words: 3
    longest_line: 7
`,
  "02-missing-file": `name: missing-file-is-named
description: A file that is not there ends with exit code 2 and one line that says so
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

/** What a new skill with a script is tested with; each case is also an example of how to write one. */
export const templateTests: readonly PlannedFile[] = Object.entries(cases).map(([stem, content]) => ({
  path: `tests/cases/${stem}.yaml`,
  content,
  executable: false,
}));
