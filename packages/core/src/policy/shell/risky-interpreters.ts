import { list, type RiskRow, rowsFor } from "./match-risk-row.ts";

/** A subscript is evaluated, including commands in it. */
const declaration: RiskRow = { words: /^[\w.]+[:+?]*=|\[/, runs: /^[^=[]*\[|^[^[]*\[.*[$`]|^PATH=/s };
/** Variables that programs or the shell may use, and subscripts. */
const variable: RiskRow = {
  words: /\[|^[a-z_]*[A-Z]\w*$|^(?:_|npm_)|(?:path|proxy)$|^-\w*a./,
  runs: /\[|PATH$/,
};
/** Input in place of a script. */
const sent = /^(?:-$|data:|\/+(?:dev|proc)\/)|\/\.\.?\/+(?:dev|proc)\//;
/** Alone, these only print. */
const version = /^(?:-V|--version|--help)$/;
/** Python's modules that run code in their arguments or their input. */
const obeyingModules =
  "asyncio|bpython|code|fire|idlelib(?:\\..*)?|pdb|ptpython|_?pyrepl(?:\\..*)?|timeit|xonsh";
const shell: RiskRow = {
  options: list("-c -i -s -o -O --rcfile --init-file"),
  script: /^--(?:version|help)$/,
  first: sent,
  words: /^\+/,
};
/** Editors run commands on start, and pagers on `+!command`. */
const editor: RiskRow = {
  options: list(
    "-c -S -s -u -U -w -W -e -E -l -q -f -L -i --cmd --eval --execute --load --batch --script --rcfile --funcall",
    "--directory --listen --remote-expr --remote-send --server --startuptime --init-directory --insert",
  ),
  words: /^\+/,
  obeys: {},
  runs: /./,
};
const pager: RiskRow = {
  options: list("-o -O -k --log-file --LOG-FILE --lesskey-file --lesskey-src"),
  values: "bDjpPtTxyz",
  words: /^\+/,
  runs: /^\+/,
};
const node: RiskRow = {
  options: list(
    "-e --eval -p --print -r --require --import --loader --experimental-loader -i --interactive --env-file --entry-url",
    "--env-file-if-exists --experimental-config-file --experimental-default-config-file --build-snapshot",
    "--build-snapshot-config --snapshot-blob --experimental-sea-config --openssl-config --run --test-reporter",
    "--test-reporter-destination --test-global-setup --redirect-warnings --diagnostic-dir --report-dir",
    "--report-directory --report-filename --cpu-prof-dir --heap-prof-dir --trace-event-file-pattern",
    "--experimental-entry-url --localstorage-file --logfile --tls-keylog",
  ),
  script: /^(?:-v|-h|--version|--help|--test)$/,
  // Its debugger obeys the input.
  first: new RegExp(`${sent.source}|^(?:debug|inspect)$`),
  flags: /^--(?:check|enable-source-maps|no-warnings|test|watch)$/,
};
/** Code that only prints: no calls, files or pipes. Before the first brace, `>` compares. */
const plainAwk = /^(?!.*(?:system|getline|close|fflush|(?<!\|)\|(?!\|)|@))[^{]*(?:\{[^>]*)?$/s;
const awk: RiskRow = {
  options: list(
    "-f --file -i --include -l --load -o --pretty-print -p --profile -d --dump-variables -D",
    "--debug -E --exec -W",
  ),
  values: "Fv",
  code: { plain: plainAwk, options: list("-e --source") },
  runs: /system|@|\|\s*(?:"|getline|&)/,
};
/** Print, delete, count and replace; `e` and `w`, as commands or flags, would run and write. */
const plainSed =
  /^(?:\d+(?:,(?:\d+|\$))?[pdq=];)*(?:(?:\d+|\$|\/[^/\\]*\/)(?:,(?:\d+|\$|\/[^/\\]*\/))?)?!?(?:[pdq=]|s([/|#,:])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gIip\d]*)$/;

/** Shell builtins, shells, interpreters, and programs with a command language: rows as in `riskyPrograms`. */
export const riskyInterpreters: ReadonlyMap<string, RiskRow> = new Map<string, RiskRow>([
  // In bash, `-v` evaluates a subscript, including commands in it.
  ["[", { words: /^-v$/, runs: /./ }],
  ["test", { words: /^-v$/, runs: /./ }],
  // In zsh, whatever these take for a number.
  ["printf", { words: /^-v|^[^[]*\[.*[$`(]/s, runs: /./ }],
  ["print", { words: /^[^[]*\[.*[$`(]/s, runs: /./ }],
  ...rowsFor("break continue exit return shift", { words: /[^-+\d]/, runs: /\[/ }),
  ...rowsFor("float integer", declaration),
  [".", { script: /^-*help$/, first: sent }],
  ["source", { script: /^-*help$/, first: sent }],
  ["alias", { words: /=/, runs: /=/ }],
  ["bind", { options: list("-x -f"), runs: /./ }],
  ["compgen", { words: /^-\w*[CFW]/, runs: /./ }],
  ["complete", { words: /^-\w*[CFW]/, runs: /./ }],
  ["declare", declaration],
  ["export", declaration],
  ["getopts", variable],
  ["let", { words: /./, runs: /\[/ }],
  ["local", declaration],
  ["mapfile", { ...variable, options: list("-C"), runs: /\[|^-\w*C/ }],
  ["read", variable],
  ["readarray", { ...variable, options: list("-C"), runs: /\[|^-\w*C/ }],
  ["readonly", declaration],
  ["typeset", declaration],
  ["unset", variable],
  ["wait", { options: list("-p") }],
  // They write a file, and run a command.
  ["history", { options: list("-a -w -n -r -s -p") }],
  ["jobs", { options: list("-x"), runs: /./ }],
  ["enable", { options: list("-f"), runs: /./ }],
  ["hash", { options: list("-p"), runs: /./ }],

  ...rowsFor("ash bash dash ksh mksh rbash sh zsh", shell),
  [
    "bun",
    {
      options: list(
        "-e --eval -p --print -r --preload --require --import -c --config --shell --env-file --cwd",
      ),
      verbs: list("x exec repl create c"),
      words: new RegExp(`${sent.source}|^scripts[.[=]`),
      never: /^[^-ds/]/,
      obeys: { operands: 1 },
    },
  ],
  [
    "deno",
    {
      options: list("-c --config --import-map --preload --require --init-script"),
      values: "LWEAI",
      verbs: list("eval repl x"),
      words: sent,
      never: /^[^-d/]/,
      obeys: { operands: 1 },
    },
  ],
  [
    "java",
    {
      words:
        /^@|^-(?:agent|javaagent|Xrun|XX:(?:On|Flags|VMOptionsFile|\+?CrashOn|.*(?:File|Path|Command)=))|^-X(?:log|X:).*[=:][/~]|^--?(?:D?jdk\.\w*path|patch-module|upgrade-module-path)/,
      runs: /On|agent|Xrun/,
    },
  ],
  ["debugpy", { options: list("-c"), runs: /./ }],
  ["julia", { options: list("-e --eval -E --print -L --load"), script: version, first: sent }],
  ["lua", { options: list("-e -l -i"), script: version, first: sent }],
  ...rowsFor("node nodejs", node),
  // The pattern of `-F` can hold code.
  [
    "perl",
    {
      options: list("-e -E -i -M -m -d -x -I -S"),
      script: version,
      first: sent,
      words: /^-[a-zA-EG-Z0-9]*F.*[(`]/s,
      never: /^[^-]/,
      values: "",
    },
  ],
  [
    "php",
    {
      options: list(
        "-r -B -R -E -F -d -S -c -z -a --define --docroot --interactive --php-ini --process-begin --process-code",
        "--process-end --process-file --run --server --zend-extension",
      ),
      exact: true,
      script: version,
      first: sent,
    },
  ],
  ...rowsFor("python pypy micropython", {
    options: list("-c -i"),
    script: version,
    first: new RegExp(`${sent.source}|^(?:${obeyingModules})$`),
    words: new RegExp(`^-\\w*m(?:${obeyingModules})$`),
    values: "WX",
  }),
  [
    "ruby",
    { options: list("-e -i -r -x -S -I -C -X --crash-report"), script: version, first: sent, values: "E" },
  ],

  ...rowsFor("awk gawk mawk nawk original-awk", awk),
  [
    "sed",
    {
      options: list("-i --in-place -f --file"),
      values: "l",
      code: { plain: plainSed, options: list("-e --expression") },
      // The command `e`, after an address or a command, and the flag `e`.
      runs: /(?:^|[;\n{}!\d$/,|#:_@%+~])[gpIiMm\d]{0,8}[ \t]{0,8}e[gpIiMm\d]{0,8}(?:[\s;}]|$)/,
    },
  ],
  // It runs its input, and a name that starts with `!`.
  ["ed", { words: /^!/, script: /^--(?:version|help)$/, operands: 0, runs: /^!/ }],
  ...rowsFor("emacs emacsclient ex gvim hx kak mvim nvim rview rvim vi view vim vimdiff", editor),
  ["nano", { options: list("-s --speller -f --rcfile -C --backupdir"), runs: /^-\w*s|^--s/ }],
  ...rowsFor("less more most zless", pager),
  [
    "man",
    {
      options: list(
        "-P --pager -H --html -C --config-file -X --gxditview -p --preprocessor -M --manpath -l --local-file",
      ),
      values: "emrsLRES",
      attached: "T",
      runs: /^-\w*[PHX]|^--(?:pager|html|gx)/,
    },
  ],
]);
