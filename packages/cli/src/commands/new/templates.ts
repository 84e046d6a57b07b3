import { compact } from "@skillwright/core/text";
export const templateNames = ["basic", "with-scripts", "with-references"] as const;
export type TemplateName = (typeof templateNames)[number];

export type SkillPlan = {
  readonly name: string;
  readonly description: string;
  readonly template: TemplateName;
  readonly license?: string;
};
export type PlannedFile = { readonly path: string; readonly content: string; readonly executable: boolean };

/** The files of a new skill; nothing is written. */
export function planSkill(plan: SkillPlan): readonly PlannedFile[] {
  const { fields, steps, files } = templates[plan.template];
  const { name, description, license } = plan;
  const frontmatter = { name, description, ...compact({ license }), ...fields };
  const lines = Object.entries(frontmatter).map(([key, value]) => `${key}: ${toYaml(value)}`);
  const head = ["---", ...lines, "metadata:", '  version: "0.1.0"', "---"].join("\n");
  const content = `${head}\n\n# ${toTitle(name)}\n\n${opening}\n\n${steps}\n\n${gotchas}\n`;
  return [{ path: "SKILL.md", content, executable: false }, ...files];
}

/** `pdf-tables` → `Pdf tables`. */
function toTitle(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A plain scalar if every YAML parser reads it as the same string, otherwise quoted. */
function toYaml(text: string): string {
  const isPlain = /^[A-Za-z][\w ,.;()/*:'-]*[\w.)*]$/.test(text) && !text.includes(": ");
  return isPlain && !otherTypes.test(text) ? text : JSON.stringify(text);
}

/** Words that some YAML parsers read as a boolean or null. */
const otherTypes = /^(?:true|false|yes|no|on|off|null)$/i;

const opening = `Produce a result that the user can verify from the files they named, plus a list of open questions. Leave all
other files unchanged.`;

const gotchas = `## Gotchas

- An empty input is not an error: say that there was nothing to do, and stop.
- File names in a request often differ from those on disk in case or extension. List the folder before reporting a
  missing file.`;

const basicSteps = `## Steps

1. Read the files that the user names. If one is missing, ask for it first.
2. Say in one sentence what the result will contain, so that the user can object early.
3. Write the result to a new file beside the input.
4. Compare the result with the sentence from step 2. List differences and open questions.

## Example

Input: three meeting notes and a request to summarize them.

Output:

\`\`\`text
summary.md: 4 decisions, 6 tasks with owner and date.
Open: the second note names no owner for the budget.
\`\`\``;

const scriptSteps = `## Steps

1. Run the script on the file that the user names instead of reading the whole file:

   \`\`\`bash
   python3 scripts/summarize.py notes.txt
   \`\`\`

2. Exit code 2 means that the file cannot be read. Report the message on standard error and ask for another file.
3. Build the answer from the output's fields. Read only the lines of the file that the answer is about.
4. Run the script again on every changed file and report the difference.

## Example

\`\`\`json
{
  "lines": 120,
  "words": 911,
  "longest_line": 98
}
\`\`\`

Answer: "notes.txt has 911 words in 120 lines."`;

const referenceSteps = `## Steps

1. Read the files that the user names. If one is missing, ask for it first.
2. Decide which case applies. For one file in one language, continue with step 3. For anything else, read
   [the other cases](references/cases.md) first.
3. Write the result to a new file beside the input.
4. Compare the result with the request. List differences and open questions.

## Example

Input: an eight-page report and a request to shorten it.

Output: a one-page file beside it, and the sentence "Omitted: the two appendices."`;

const cases = `# Other cases

Read the section that applies, then continue with the steps in SKILL.md.

## Several files

Process them in alphabetical order. Write one result for all of them, with a heading per file.

## Several languages

Keep each passage in its own language. Translate only if the user asks, and say which passages were translated.
`;

const script = `#!/usr/bin/env python3
"""Count what is in a text file and print it as JSON.

Exit codes: 0 done, 2 the file cannot be read.
"""

import argparse
import json
import sys
from pathlib import Path


def summarize(text):
    """Replace this with your own work; the result is printed as JSON."""
    lines = text.splitlines()
    return {
        "lines": len(lines),
        "words": len(text.split()),
        "longest_line": max((len(line) for line in lines), default=0),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="text file in UTF-8")
    file = parser.parse_args().file
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return fail(f"{file} does not exist; give the path of a text file.")
    except UnicodeDecodeError as error:
        return fail(f"{file} is not UTF-8 at byte {error.start}; convert it first.")
    except OSError as error:
        return fail(f"{file} cannot be read: {error.strerror}.")
    print(json.dumps(summarize(text), indent=2))
    return 0


def fail(message):
    print(f"error: {message}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
`;

const testCases: Readonly<Record<string, string>> = {
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
const templateTests: readonly PlannedFile[] = Object.entries(testCases).map(([stem, content]) => ({
  path: `tests/cases/${stem}.yaml`,
  content,
  executable: false,
}));

type Template = {
  readonly fields: Readonly<Record<string, string>>;
  readonly steps: string;
  readonly files: readonly PlannedFile[];
};

const templates: Readonly<Record<TemplateName, Template>> = {
  basic: { fields: {}, steps: basicSteps, files: [] },
  "with-scripts": {
    fields: {
      compatibility: "Requires Python 3.9 or newer. No packages and no network needed.",
      "allowed-tools": "Bash(python3 scripts/summarize.py:*) Read",
    },
    steps: scriptSteps,
    files: [{ path: "scripts/summarize.py", content: script, executable: true }, ...templateTests],
  },
  "with-references": {
    fields: {},
    steps: referenceSteps,
    files: [{ path: "references/cases.md", content: cases, executable: false }],
  },
};
