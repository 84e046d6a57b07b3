export type SkillTemplate = { readonly title: string; readonly summary: string; readonly text: string };

/** Complete skills of one file each, to change rather than to fill in. */
export const templates: readonly SkillTemplate[] = [
  {
    title: "Step by step",
    summary: "A task that is always done in the same order.",
    text: `---
name: weekly-report
description: Writes the weekly status report of a team from its notes. Use when the user asks for a weekly report or a status summary.
---

# Weekly report

Write one page that a manager can read in two minutes.

## Steps

1. Read the notes that the user names. If there are none, ask for them first.
2. Group what happened by project. Leave out what did not change.
3. Write three parts: done, next, at risk. One line per item, with the owner.
4. List at the end what is unclear, as questions.

## Example

Input: "Ana shipped the login page. Ben waits for the design of the invoice."

Output:

- Done: login page (Ana)
- At risk: invoice, waits for its design (Ben)
`,
  },
  {
    title: "Checklist",
    summary: "A review that must not forget anything.",
    text: `---
name: contract-review
description: Reviews a contract against a checklist and lists what is missing or unusual. Use when the user shares a contract, an agreement or terms.
allowed-tools: Read
---

# Contract review

Compare the contract with the checklist. Quote the sentence for everything you report.

## Checklist

- Parties, start date and end date are named.
- Payment: amount, currency and due date.
- Notice period, and who may end the contract.
- Liability is limited, and to what.
- Personal data: who may process it, and where.

## Answer

A table with three columns: point, what the contract says, and what to ask for. Write "nothing found" where the contract is silent. Say
that this is no legal advice.
`,
  },
  {
    title: "Style guide",
    summary: "How texts of your organization should read.",
    text: `---
name: house-style
description: Applies the writing style of the organization to texts for customers. Use when the user writes or edits an email, an announcement or a help page.
---

# House style

Keep the meaning and the facts. Change only how it is said.

## Rules

- Address the reader as "you". Say "we" for the organization.
- One idea per sentence, at most 20 words.
- Start with what the reader should do or know.
- Name dates in full: March 4, 2027.
- No exclamation marks, and no promises without a date.

## Example

Before: "It should be noted that the maintenance window may impact availability!"

After: "The service stops on March 4, 2027, from 2 to 3 a.m."
`,
  },
];
