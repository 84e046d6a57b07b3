import { expect, test } from "vitest";
import { createListing } from "./create-listing.ts";
import type { ListedSkill } from "./listed-skill.ts";
import type { ListingOptions } from "./listing.ts";

const skills: readonly ListedSkill[] = [
  {
    id: "pdf-processing",
    description:
      "Extracts text and tables from PDF files, fills in form fields, merges documents. Use when a task mentions PDF files or forms.",
    location: "/skills/pdf-processing/SKILL.md",
    tags: ["office", "pdf"],
  },
  {
    id: "kubernetes-deploy",
    description:
      "Deploys applications to Kubernetes by the team's rules. Use when deploying or rolling back.",
    location: "/skills/kubernetes-deploy/SKILL.md",
    tags: ["deploy"],
  },
  {
    id: "acme:commit-message",
    description: "Writes commit messages from staged changes. Use before every commit.",
    location: "/packages/acme/skills/commit-message/SKILL.md",
    tags: ["git"],
  },
];

/** The model's view, wrapped to fit a page; no word is changed. */
function seen(options: ListingOptions, given: readonly ListedSkill[] = skills): string {
  const { text, tier, bytes, tokens } = createListing(given, options);
  return `${text.replace(/(?=[^\n]{81})([^\n]{1,80}) /g, "$1\n")}\n[${tier}: ${bytes} bytes, ${tokens} tokens]`;
}

function many(count: number): readonly ListedSkill[] {
  const tags = ["office", "deploy", "git", "office"];
  return Array.from({ length: count }, (_, index) => ({
    id: `skill-${index}`,
    description: `Does thing number ${index} for those who need it done, in the way they want it done.`,
    tags: [tags[index % 4] ?? ""],
  }));
}

test("S3-1, S3-2, S3-31: the Skill tool's description", () => {
  expect(seen({ placement: "tool", budget: { bytes: 16_384 } })).toMatchInlineSnapshot(`
    "# Skill Tool

    Runs a skill within this conversation: instructions, documents and scripts
    prepared for one kind of work. Use it when you are asked for such work, or when
    you see that a skill covers what you are about to do.

    ## How to call it

    Give the skill's name, and arguments if it takes any:
    - \`skill: "commit-message"\` calls a skill
    - \`skill: "code-review", args: "pr-123"\` calls one with arguments

    ## Available skills

    <available_skills>
    "acme:commit-message": Writes commit messages from staged changes. Use before
    every commit.

    "kubernetes-deploy": Deploys applications to Kubernetes by the team&apos;s
    rules. Use when deploying or rolling back.

    "pdf-processing": Extracts text and tables from PDF files, fills in form fields,
    merges documents. Use when a task mentions PDF files or forms.
    </available_skills>

    ## Rules

    - Call this tool IMMEDIATELY, as your first action, when a skill fits.
    - NEVER just announce a skill: call the tool.
    - Use only skills listed here.
    - Do not call a skill that is already running.
    - Do not use this tool for built-in CLI commands.

    ## What a call does

    1. You see the message: \`The "{name}" skill is loading\`
    2. You receive the whole SKILL.md and the path of its folder.
    3. Follow its instructions exactly.
    4. A skill may restrict which tools you can use (allowed-tools).

    ## What you see when

    **Stage 1, this description**: only names and descriptions.
    **Stage 2, a call**: the whole SKILL.md, as the result of this tool.
    **Stage 3, the work**: documents are read when needed, scripts are run and not
    read.
    [full: 1555 bytes, 389 tokens]"
  `);
});

test("S3-64: the Skill tool's description in 1 KB", () => {
  expect(seen({ placement: "tool", budget: { bytes: 1024 } })).toMatchInlineSnapshot(`
    "# Skill Tool

    Loads a skill: prepared instructions for one kind of work. Call it with \`skill:
    "name"\`, optionally \`args: "pr-123"\`. After \`The "{name}" skill is loading\` you
    get its whole SKILL.md: follow it. It may restrict tools; read its documents and
    run its scripts only when needed.

    <available_skills>
    "acme:commit-message": Writes commit messages from staged changes. Use before
    every commit.

    "kubernetes-deploy": Deploys applications to Kubernetes by the team&apos;s
    rules. Use when deploying or rolling back.

    "pdf-processing": Extracts text and tables from PDF files, fills in form fields,
    merges documents. Use when a task mentions PDF files or forms.
    </available_skills>

    IMMEDIATELY call it first when a skill fits, NEVER just announce one. Only
    skills listed here, none already running; not for built-in CLI commands.
    [full: 833 bytes, 209 tokens]"
  `);
});

test("truncated: the Skill tool's description in 760 bytes", () => {
  expect(seen({ placement: "tool", budget: { bytes: 760 } })).toMatchInlineSnapshot(`
    "# Skill Tool

    Loads a skill: prepared instructions for one kind of work. Call it with \`skill:
    "name"\`, optionally \`args: "pr-123"\`. After \`The "{name}" skill is loading\` you
    get its whole SKILL.md: follow it. It may restrict tools; read its documents and
    run its scripts only when needed.

    <available_skills>
    "acme:commit-message": Writes commit messages from staged changes. Use before
    every commit.

    "kubernetes-deploy": Deploys applications to Kubernetes by the team&apos;s
    rules. Use when…

    "pdf-processing": Extracts text and tables from PDF files, fills in form fields,
    merges…
    </available_skills>

    IMMEDIATELY call it first when a skill fits, NEVER just announce one. Only
    skills listed here, none already running; not for built-in CLI commands.
    [truncated: 756 bytes, 188 tokens]"
  `);
});

test("names: the Skill tool's description in 620 bytes, one skill used before", () => {
  const usage = new Map([["kubernetes-deploy", 12]]);
  expect(seen({ placement: "tool", budget: { bytes: 620 }, usage })).toMatchInlineSnapshot(`
    "# Skill Tool

    Loads a skill: prepared instructions for one kind of work. Call it with \`skill:
    "name"\`, optionally \`args: "pr-123"\`. After \`The "{name}" skill is loading\` you
    get its whole SKILL.md: follow it. It may restrict tools; read its documents and
    run its scripts only when needed.

    <available_skills>
    "acme:commit-message"
    "kubernetes-deploy": Deploys applications to Kubernetes by the team&apos;s
    rules. Use when…

    "pdf-processing"
    </available_skills>

    IMMEDIATELY call it first when a skill fits, NEVER just announce one. Only
    skills listed here, none already running; not for built-in CLI commands.
    [names: 611 bytes, 153 tokens]"
  `);
});

test("search: the Skill tool's description of 100,000 skills in 1 KB, two found for the task", () => {
  const best = ["skill-31337", "skill-4711"];
  expect(seen({ placement: "tool", budget: { bytes: 1024 }, best }, many(100_000))).toMatchInlineSnapshot(`
    "# Skill Tool

    Loads a skill: prepared instructions for one kind of work. Call it with \`skill:
    "name"\`, optionally \`args: "pr-123"\`. After \`The "{name}" skill is loading\` you
    get its whole SKILL.md: follow it. It may restrict tools; read its documents and
    run its scripts only when needed.

    <available_skills>
    "skill-31337": Does thing number 31337 for those who need it done, in the way
    they want it done.

    "skill-4711": Does thing number 4711 for those who need it done, in the way they
    want it done.
    </available_skills>

    99,998 more skills in these categories: office (49,999), git (25,000), deploy
    (24,999); call \`skills_search\` with what you need.

    IMMEDIATELY call it first when a skill fits, NEVER just announce one. Only
    skills listed here or found with \`skills_search\`, none already running; not for
    built-in CLI commands.
    [search: 830 bytes, 208 tokens]"
  `);
});

test("C-14: a section of the system prompt, for agents with a skill tool", () => {
  expect(seen({ placement: "system" })).toMatchInlineSnapshot(`
    "## Skills

    Skills are prepared instructions for particular tasks. When a task matches one,
    first call \`skill\` with the skill's name, then follow the instructions it
    returns. Use only skills listed here.

    <available_skills>
      <skill>
        <name>acme:commit-message</name>
        <description>Writes commit messages from staged changes. Use before every
    commit.</description>
      </skill>
      <skill>
        <name>kubernetes-deploy</name>
        <description>Deploys applications to Kubernetes by the team&apos;s rules.
    Use when deploying or rolling back.</description>
      </skill>
      <skill>
        <name>pdf-processing</name>
        <description>Extracts text and tables from PDF files, fills in form fields,
    merges documents. Use when a task mentions PDF files or forms.</description>
      </skill>
    </available_skills>
    [full: 794 bytes, 199 tokens]"
  `);
});

test("a section of the system prompt, for agents that read files, in any format", () => {
  expect(seen({ placement: "system", access: "file", format: "bullets" })).toMatchInlineSnapshot(`
    "## Skills

    Skills are prepared instructions for particular tasks. When a task matches one,
    first read the SKILL.md at its location, then follow it. Paths in it are
    relative to its folder: make them absolute in tool calls. Use only skills listed
    here.

    - acme:commit-message (/packages/acme/skills/commit-message/SKILL.md): Writes
    commit messages from staged changes. Use before every commit.
    - kubernetes-deploy (/skills/kubernetes-deploy/SKILL.md): Deploys applications
    to Kubernetes by the team&apos;s rules. Use when deploying or rolling back.
    - pdf-processing (/skills/pdf-processing/SKILL.md): Extracts text and tables
    from PDF files, fills in form fields, merges documents. Use when a task mentions
    PDF files or forms.
    [full: 724 bytes, 181 tokens]"
  `);
});

test("C-14, S4-10: a message before the last user message", () => {
  expect(seen({ placement: "message" })).toMatchInlineSnapshot(`
    "<system-reminder>
    The skills you can use now; this replaces any earlier list. When a task matches
    one, first call \`skill\` with the skill's name, then follow the instructions it
    returns. Use only skills listed here.

    <available_skills>
      <skill name="acme:commit-message" description="Writes commit messages from
    staged changes. Use before every commit." />
      <skill name="kubernetes-deploy" description="Deploys applications to
    Kubernetes by the team&apos;s rules. Use when deploying or rolling back." />
      <skill name="pdf-processing" description="Extracts text and tables from PDF
    files, fills in form fields, merges documents. Use when a task mentions PDF
    files or forms." />
    </available_skills>
    </system-reminder>
    [full: 717 bytes, 180 tokens]"
  `);
});

test("names and search in a message", () => {
  expect(seen({ placement: "message", budget: { bytes: 640 } }, many(12))).toMatchInlineSnapshot(`
    "<system-reminder>
    The skills you can use now; this replaces any earlier list. When a task matches
    one, first call \`skill\` with the skill's name, then follow the instructions it
    returns. Use only skills listed here.

    <available_skills>
      <skill name="skill-0" />
      <skill name="skill-1" />
      <skill name="skill-10" />
      <skill name="skill-11" />
      <skill name="skill-2" />
      <skill name="skill-3" />
      <skill name="skill-4" />
      <skill name="skill-5" />
      <skill name="skill-6" />
      <skill name="skill-7" />
      <skill name="skill-8" />
      <skill name="skill-9" />
    </available_skills>
    </system-reminder>
    [names: 599 bytes, 150 tokens]"
  `);
  expect(seen({ placement: "message", budget: { bytes: 640 } }, many(1000))).toMatchInlineSnapshot(`
    "<system-reminder>
    The skills you can use now; this replaces any earlier list. When a task matches
    one, first call \`skill\` with the skill's name, then follow the instructions it
    returns. Use only skills listed here or found with \`skills_search\`.

    1,000 skills in these categories: office (500), deploy (250), git (250); call
    \`skills_search\` with what you need.
    </system-reminder>
    [search: 378 bytes, 95 tokens]"
  `);
});

test("search tier without a search tool states what is not listed", () => {
  expect(
    seen({ placement: "system", access: "file", budget: { bytes: 640 } }, many(1000)),
  ).toMatchInlineSnapshot(`
    "## Skills

    Skills are prepared instructions for particular tasks. When a task matches one,
    first read the SKILL.md at its location, then follow it. Paths in it are
    relative to its folder: make them absolute in tool calls. Use only skills listed
    here.

    <available_skills>
      <skill><name>skill-0</name></skill>
      <skill><name>skill-1</name></skill>
      <skill><name>skill-10</name></skill>
      <skill><name>skill-100</name></skill>
      <skill><name>skill-101</name></skill>
      <skill><name>skill-102</name></skill>
    </available_skills>

    Not listed: 994 more skills in these categories: office (498), deploy (248), git
    (248).
    [search: 614 bytes, 154 tokens]"
  `);
});
