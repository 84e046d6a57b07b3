import { list, type RiskRow } from "./match-risk-row.ts";
import { riskyInterpreters } from "./risky-interpreters.ts";

/** `NAME=value` as an argument: the program takes it as a setting. */
const setting: RiskRow = { words: /^[\w.]+[:+?]*=/ };
const copy: RiskRow = { options: list("-S -o -F -D -J -b"), values: "BcilPRsX", runs: /^-\w*[SoDb]/ };
const packageManager: RiskRow = {
  options: list(
    "-c -C --call --dir --editor --git --globalconfig --node-options --prefix --script-shell",
    "--shell --userconfig --viewer",
  ),
  anyDashes: true,
  verbs: list("c config create dlx edit exec explore init innit node set x"),
  cutVerbs: true,
  runs: /^(?!-C|-*(?:dir|prefix|git)|c$|config|set)/,
};
const netcat: RiskRow = {
  options: list("-e -c -o -x --exec --sh-exec --lua-exec --output --hex-dump"),
  values: "iIOpPqsTVwX",
  runs: /^-\w*[ec]|^--(?:exec|sh-|lua)/,
};

/** One row per program. To add one, read its manual for options that take a command, a script or an output file. */
export const riskyPrograms: ReadonlyMap<string, RiskRow> = new Map<string, RiskRow>([
  ...riskyInterpreters,

  ["ack", { options: list("--pager --ackrc"), runs: /./ }],
  ["ag", { options: list("--pager"), runs: /./ }],
  ["bat", { options: list("--pager"), runs: /./ }],
  ["dd", { words: /^of=/ }],
  ["fd", { options: list("-x --exec -X --exec-batch"), values: "cdeEjotS" }],
  ["file", { options: list("-C --compile"), values: "eFfmP" }],
  ["find", { words: /^-(?:exec|execdir|ok|okdir|delete|fls|fprint|fprint0|fprintf)$/ }],
  ["rg", { options: list("--pre --hostname-bin"), runs: /./ }],
  ["shuf", { options: list("-o --output"), values: "in" }],
  ["diff3", { options: list("--diff-program"), runs: /./ }],
  ["iconv", { options: list("-o --output"), values: "ft" }],
  ["sdiff", { options: list("-o --output --diff-program"), values: "Iw", runs: /^--d/ }],
  [
    "sort",
    { options: list("-o --output --compress-program -T --temporary-directory"), values: "kSt", runs: /^--c/ },
  ],
  ["split", { options: list("--filter"), values: "abClnt", runs: /./ }],
  ["tee", { operands: 0 }],
  ["tree", { options: list("-o"), values: "HILPT" }],
  ["uniq", { values: "fsw", operands: 1 }],
  ["xxd", { options: list("-r"), values: "cglnosR", operands: 1 }],
  ["yq", { options: list("-i --inplace --in-place -s --split-exp") }],

  [
    "tar",
    {
      options: list(
        "-I --use-compress-program --to-command --checkpoint-action -F --info-script",
        "--new-volume-script --rsh-command --rmt-command -P --absolute-names --index-file",
      ),
      values: "fCbTXgKNVLH",
      bundled: true,
      runs: /^-?\w*[IF]|^--(?:use|to-|checkpoint|info|new|rsh|rmt)/,
    },
  ],
  [
    "zip",
    {
      options: list("-T --test --unzip-command -O --output-file --out -m --move -b --temp-path"),
      values: "intx",
      runs: /^-\w*T|^--(?:test|unzip)/,
    },
  ],

  [
    "curl",
    {
      // Besides files: settings from a file, a format that can write files, and sockets such as Docker's.
      options: list(
        "-o --output -O --remote-name --remote-name-all -J --remote-header-name --output-dir -K",
        "--config -D --dump-header -c --cookie-jar --trace --trace-ascii --libcurl --stderr",
        "--etag-save --hsts --alt-svc -w --write-out --unix-socket --abstract-unix-socket",
        "--engine",
      ),
      words: /^--expa/,
      never: /^[^-]/,
      values: "AbCdeEFHmPQrtTuUxXyYz",
    },
  ],
  [
    "wget",
    {
      options: list(
        "-O --output-document -o --output-file -a --append-output -P --directory-prefix -e",
        "--execute --config --use-askpass --save-cookies --warc-file --hsts-file --rejected-log",
      ),
      runs: /^-\w*e|^--(?:exe|use)/,
      values: "ABDIQRTUXitwl",
    },
  ],
  ["nc", netcat],
  ["ncat", netcat],
  ["nmap", { options: list("--script --datadir --servicedb"), words: /^-o/ }],
  [
    "openssl",
    {
      words:
        /^--?(?:out|outdir|keyout|engine|provider|provider[-_]path|config|writerand|sess_out|keylogfile)(?:=|$)/,
      runs: /engine|provider|config/,
    },
  ],
  [
    "rsync",
    {
      options: list(
        "-e --rsh --rsync-path --config --daemon --log-file --write-batch --only-write-batch -M",
        "--remote-option -T --temp-dir --backup-dir",
      ),
      values: "Bf",
      runs: /^-\w*[eM]|^--(?:rsh|rsync|remote)/,
    },
  ],
  ["scp", copy],
  ["sftp", copy],
  ["socat", { words: /exec|system|shell|open|create|file/i, runs: /exec|system|shell/i }],
  // ssh options are settings that run programs here; running something remotely is its purpose.
  ["ssh", { options: list("-o -F -E -S -I -M -O -w"), values: "BbceDiJLlmPpQRW" }],
  ["tcpdump", { options: list("-z -w -Z"), values: "BcCEFGijMrsTVy", runs: /z/ }],

  [
    "eslint",
    {
      options: list(
        "-c --config -f --format -o --output-file --cache-file --cache-location --parser --plugin",
        "--resolve-plugins-relative-to --rulesdir",
      ),
    },
  ],
  ["gcc", { never: /^[^-@]/, words: /^@|^-(?:wrapper|fplugin|specs|B|-specs|iplugindir)/, runs: /wrapper/ }],
  ["helm", { options: list("--post-renderer --output-dir"), verbs: list("plugin"), runs: /^--p|^plugin$/ }],
  [
    "pandoc",
    {
      options: list("-F --filter -L --lua-filter --pdf-engine -d --defaults --data-dir --extract-media"),
      values: "fortwVMTHBAcD",
      runs: /^-\w*F|^--(?:filter|pdf)/,
    },
  ],
  [
    "pytest",
    {
      options: list(
        "-p -c --config-file -o --override-ini --basetemp --confcutdir --junit-xml --junitxml --log-file",
        "--pdbcls --rootdir",
      ),
      values: "kmnrW",
    },
  ],
  ["cargo", { options: list("--config"), words: /^\+/ }],
  // Words after `--` go to git.
  [
    "gh",
    {
      words: /^--$/,
      never: /^[^-]/,
      verbs: list("alias codespace config cs extension extensions ext"),
      runs: /^(?!config)/,
    },
  ],
  [
    "go",
    {
      words: /^--?(?:exec|toolexec|vettool|o|modfile|overlay|ldflags|gcflags|asmflags|pkgdir|w)(?:=|$)/,
      verbs: list("generate tool"),
      runs: /exec|vettool|generate|tool/,
    },
  ],
  [
    "gradle",
    {
      options: list(
        "-b --build-file -c --settings-file -I --init-script -p --project-dir -g --gradle-user-home",
      ),
      values: "DPx",
    },
  ],
  [
    "make",
    {
      options: list("-f --file --makefile --eval -C --directory -I --include-dir -e"),
      values: "oW",
      attached: "j",
      ...setting,
      runs: /^--e|=/,
    },
  ],
  ["mvn", { options: list("-f --file -s --settings -t --toolchains"), words: /exec:|^-D/, runs: /exec/ }],
  ["npm", packageManager],
  ["npx", { options: list("-c --call --node-options --script-shell --shell"), values: "pw", runs: /./ }],
  [
    "pip",
    {
      options: list("--python --log -t --target --root --prefix --cache-dir"),
      values: "ricefd",
      verbs: list("config"),
    },
  ],
  ["pnpm", packageManager],
  ["yarn", packageManager],

  [
    "mysql",
    {
      options: list("--tee --pager --init-command --plugin-dir"),
      words: /\\!|\bsystem\b|outfile|dumpfile|^--defaults/i,
      runs: /!|system|^--(?:pager|init)/i,
    },
  ],
  [
    "psql",
    {
      options: list("-o --output -L --log-file -f --file"),
      values: "cdhpUvFRTP",
      words: /\\|\bprogram\b|\bcopy\b/i,
      runs: /\\|program/i,
    },
  ],
  [
    "sqlite3",
    {
      words: /^--?(?:init|cmd|A.*)$|(?:^|\n)[ \t]*\.|writefile|edit\s*\(|load_extension|attach|vacuum/i,
      runs: /^--?(?:init|cmd)$|(?:^|\n)[ \t]*\.|edit|load/i,
    },
  ],
]);
