import { list, type RiskRow } from "./match-risk-row.ts";

/**
 * Git options allowed before the subcommand. Any other can name a program, or another repository whose settings can;
 * `-C` is not here, since a skill may bring such a repository.
 */
export const plainGitOptions: ReadonlySet<string> = new Set(
  list(
    "-P -h -v --glob-pathspecs --help --icase-pathspecs --literal-pathspecs --no-advice --no-lazy-fetch",
    "--no-optional-locks --no-pager --no-replace-objects --noglob-pathspecs --version",
  ),
);

/** Git options whose value is the next word. */
export const gitOptionsWithValue: ReadonlySet<string> = new Set(
  list("-C -c --attr-source --config-env --git-dir --namespace --super-prefix --work-tree"),
);

/** Risky options of every subcommand. */
const everywhere = list(
  "--exec --exec-path --ext-diff --extcmd --help --open-files-in-pager --output --receive-pack --textconv",
  "--upload-pack",
);

const row = (more: RiskRow = {}): RiskRow => ({ ...more, options: [...everywhere, ...(more.options ?? [])] });
const plain = row();

/**
 * `helper::address` runs the program `git-remote-helper`, and so does an unknown scheme; a host that starts with a dash
 * becomes an option of ssh.
 */
const address =
  /^(?:--[\w-]+=)?(?:[\w.+-]*::|(?!(?:https?|ssh|git|file|ftps?|git\+ssh|ssh\+git):\/\/)[\w.+-]+:\/\/|\w[\w.+-]*:\/\/-)/;
/** It starts with a character no helper name has, or with a known scheme and a host. */
const noAddress = /^(?:https?|ssh|git|file):\/\/\w|^[^:]*[^\w.+:-]/;
const remote: RiskRow = row({ words: address, never: noAddress });

/** A local repository: pushing to it runs its hooks. */
const folder = /^(?:[./~]|file:|[A-Za-z]:[\\/]|[^:]*[\\/]|[^:]*\.git$)/;
/** Anything but a usual name of a remote or a host may be a folder with such a repository. */
const unknownRemote =
  /^(?!(?:origin|upstream|fork|public|private|github|gitlab|bitbucket|codeberg|heroku|production|staging|deploy|mirror)$|(?:https?|ssh|git):\/\/\w|\w[\w.-]*@[\w.-]+:)/;
const push: RiskRow = row({
  ...remote,
  options: list("--repo"),
  first: unknownRemote,
  values: "o",
  flags:
    /^--(?:all|atomic|delete|dry-run|follow-tags|force|force-if-includes|force-with-lease|no-progress|no-thin|porcelain|progress|signed|thin|mirror|no-verify|prune|quiet|set-upstream|tags|verbose)$/,
});
/** Later commands push to whatever a remote is set to. */
const remotes: RiskRow = row({
  words: new RegExp(`${address.source}|${folder.source}`),
  never: /^(?:https?|ssh|git):\/\/\w|^\w[\w.-]*@[\w.-]+:/,
});
/** A path out of the folder, where a worktree or a new repository would be written, or to git's own, with its hooks. */
const outside = /^(?:[/~]|[A-Za-z]:[\\/]|(?:.*[\\/])?\.(?:\.|git)(?:[\\/]|$))/is;
/** Git's own folder, with its hooks, also by its short name and in other letters. */
const gitFolder = /(?:^|[\\/])(?:\.git|git~\d)(?:[\\/]|$)/i;
/** A strategy is the end of a program's name, and may lead to any file. */
const strategy = list("--strategy");

const message: RiskRow = row({ texts: /^(?:-m|--message)$/ });

/** Subcommands without further risks. */
const plainSubcommands = list(
  "add am annotate blame branch check-attr check-ignore check-mailmap check-ref-format checkout",
  "cherry clean commit-graph commit-tree count-objects describe diff diff-files",
  "diff-index diff-tree fmt-merge-msg for-each-ref fsck gc hash-object log ls-files ls-tree",
  "merge-base merge-tree mktag mktree name-rev pack-refs patch-id prune range-diff reflog",
  "replace rerere reset restore rev-list rev-parse rm shortlog show show-branch show-ref",
  "sparse-checkout stage stash status stripspace switch symbolic-ref update-index update-ref",
  "var verify-commit verify-pack verify-tag version whatchanged write-tree",
);

/**
 * The subcommands `Bash(git:*)` covers. All others are risky: those that run other commands (`bisect run`,
 * `filter-branch`, `difftool`, `send-email`, `hook`), those that serve others (`daemon`, `shell`, `upload-pack`), those
 * that write files anywhere (`bundle create`, `mailsplit`, `merge-file`), and unknown names, which are aliases or
 * third-party programs.
 */
export const gitSubcommands: ReadonlyMap<string, RiskRow> = new Map<string, RiskRow>([
  ...plainSubcommands.map((name) => [name, plain] as const),
  ["apply", row({ options: list("--unsafe-paths --build-fake-ancestor") })],
  // The other repository decides what runs there.
  ["archive", row({ ...remote, options: list("-o --remote") })],
  // Replaying a log runs the commands in it, in older versions as shell.
  ["bisect", row({ verbs: list("replay run view visualize") })],
  ["bundle", row({ verbs: list("create") })],
  ...["cherry-pick", "revert"].map((name) => [name, row({ options: strategy })] as const),
  ["cat-file", row({ options: list("--filters") })],
  ["checkout-index", row({ options: list("--prefix") })],
  // A template brings hooks that later commands run.
  [
    "clone",
    row({
      ...remote,
      words: new RegExp(`${address.source}|${outside.source}`, "s"),
      never: /^(?:https?|ssh|git):\/\/\w|^\w[\w.-]*@[\w.-]+:/,
      options: list("-u -c --config --template --separate-git-dir"),
      values: "boj",
    }),
  ],
  ["commit", row({ texts: /^(?:-[apsqvne]*m|--message)$/ })],
  // `riskyGitArguments` decides which settings may be read and written.
  ["config", plain],
  ["fetch", remote],
  ["format-patch", row({ options: list("-o --output-directory"), values: "vlSGOI", attached: "UMCB" })],
  ["grep", row({ options: list("-O"), values: "ABCefm" })],
  ["help", row({ options: list("-w --web -i --info") })],
  ["init", row({ words: outside, options: list("--template --separate-git-dir"), values: "b" })],
  ["interpret-trailers", row({ options: list("--in-place") })],
  ["ls-remote", remote],
  // It can add itself to the system's scheduler.
  ["maintenance", row({ verbs: list("register start stop unregister") })],
  ["merge", message],
  ["mv", row({ words: gitFolder })],
  ["notes", message],
  ["pull", row({ ...remote, options: [...strategy, "-s"], values: "XjSr" })],
  ["push", push],
  ["read-tree", row({ options: list("--index-output") })],
  ["rebase", row({ options: [...strategy, ...list("-x -s")], values: "CX", attached: "S" })],
  ["remote", remotes],
  ["repack", row({ options: list("--filter-to --expire-to") })],
  ["request-pull", remote],
  [
    "submodule",
    row({ words: new RegExp(`${address.source}|${gitFolder.source}`, "i"), verbs: list("foreach") }),
  ],
  ["tag", message],
  ["worktree", row({ words: outside })],
]);
