import { list, type RiskRow } from "./risk-row.ts";

/** `NAME=value` as an argument: later commands, or the program itself, take it as a setting. */
const setting: RiskRow = { words: /^[\w.]+[:+?]*=/ };
const shell: RiskRow = { options: list("-c -i -s -o -O --rcfile --init-file"), script: true, words: /^\+/ };
const copy: RiskRow = { options: list("-S -o -F -D -J -b"), values: "cilPX" };
/** Editors run commands at their start, and pagers on `+!command`. */
const editor: RiskRow = {
  options: list("-c -S -s -u -U -w -W -e -E -l -q --cmd --eval --load --batch --script --rcfile"),
  words: /^\+/,
};
const pager: RiskRow = {
  options: list("-o -O -k --log-file --LOG-FILE --lesskey-file --lesskey-src"),
  values: "bjpPtTxyz",
  words: /^\+/,
};
const packageManager: RiskRow = {
  options: list(
    "-C --call --dir --editor --git --globalconfig --node-options --prefix --script-shell",
    "--shell --userconfig --viewer",
  ),
  verbs: list("c config dlx edit exec explore node set x"),
};
const node: RiskRow = {
  options: list(
    "-e --eval -p --print -r --require --import --loader --experimental-loader -i",
    "--interactive --env-file",
  ),
  script: true,
};
/** Code that only prints: no call out of it, no file, no pipe. */
const plainAwk = /^(?!.*(?:system|getline|close|fflush|[|>@]))/s;
const awk: RiskRow = {
  options: list(
    "-f --file -i --include -l --load -o --pretty-print -p --profile -d --dump-variables -D",
    "--debug -E --exec -W",
  ),
  values: "Fv",
  code: { plain: plainAwk, options: list("-e --source") },
};
/** Lines shown, dropped or counted, and replacements; `e` and `w`, as commands or flags, would run and write. */
const plainSed =
  /^(?:(?:\d+|\$|\/[^/\\]*\/)(?:,(?:\d+|\$|\/[^/\\]*\/))?)?!?(?:[pdq=]|s([/|#,:])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gIip\d]*)$/;
const netcat: RiskRow = {
  options: list("-e -c -o -x --exec --sh-exec --lua-exec --output --hex-dump"),
  values: "ipqsw",
};

/** One row a program. To add one, read its manual for options that take a command, a script or an output file. */
export const riskyPrograms: ReadonlyMap<string, RiskRow> = new Map<string, RiskRow>([
  // In bash, `-v` evaluates a subscript, and with it the commands in it.
  ["[", { words: /^-v$/ }],
  ["test", { words: /^-v$/ }],
  ["printf", { words: /^-v/ }],
  ["alias", setting],
  ["declare", setting],
  ["export", setting],
  ["readonly", setting],
  ["typeset", setting],
  ["enable", { options: list("-f") }],
  ["hash", { options: list("-p") }],

  ["ash", shell],
  ["bash", shell],
  ["dash", shell],
  ["ksh", shell],
  ["sh", shell],
  ["zsh", shell],
  ["bun", { options: list("-e --eval -p --print -r --preload --config"), verbs: list("x") }],
  ["deno", { verbs: list("eval repl") }],
  ["julia", { options: list("-e --eval -E --print -L --load"), script: true }],
  ["lua", { options: list("-e -l -i"), script: true }],
  ["node", node],
  ["nodejs", node],
  ["perl", { options: list("-e -E -i -M -m -d -x -I -S"), script: true, values: "CDFl0" }],
  ["php", { options: list("-r -B -R -E -F -d -S -c -z -a"), script: true }],
  ["python", { options: list("-c -i"), script: true, values: "WX" }],
  ["ruby", { options: list("-e -i -r -x -S -I -C"), script: true, values: "EFKTW0" }],

  ["awk", awk],
  ["gawk", awk],
  ["mawk", awk],
  [
    "sed",
    {
      options: list("-i --in-place -f --file"),
      values: "l",
      code: { plain: plainSed, options: list("-e --expression") },
    },
  ],
  ["ack", { options: list("--pager --ackrc") }],
  ["ag", { options: list("--pager") }],
  ["bat", { options: list("--pager") }],
  ["dd", { words: /^of=/ }],
  ["fd", { options: list("-x --exec -X --exec-batch"), values: "cdeEjtS" }],
  ["file", { options: list("-C --compile"), values: "efmP" }],
  ["find", { words: /^-(?:exec|execdir|ok|okdir|delete|fls|fprint|fprint0|fprintf)$/ }],
  ["rg", { options: list("--pre --hostname-bin") }],
  ["shuf", { options: list("-o --output"), values: "in" }],
  ["sort", { options: list("-o --output --compress-program -T --temporary-directory"), values: "kSt" }],
  ["tee", { operands: 0 }],
  ["tree", { options: list("-o"), values: "LPI" }],
  ["uniq", { values: "fsw", operands: 1 }],
  ["xxd", { options: list("-r"), values: "clgos", operands: 1 }],

  [
    "tar",
    {
      options: list(
        "-I --use-compress-program --to-command --checkpoint-action -F --info-script",
        "--new-volume-script --rsh-command --rmt-command -P --absolute-names --index-file",
      ),
      values: "fCbTXgKNVLH",
      bundled: true,
    },
  ],
  [
    "zip",
    {
      options: list("-T --test --unzip-command -O --output-file --out -m --move -b --temp-path"),
      values: "intx",
    },
  ],

  [
    "curl",
    {
      // Besides files: settings from a file, a format that can write files, and sockets such as the one of Docker.
      options: list(
        "-o --output -O --remote-name --remote-name-all -J --remote-header-name --output-dir -K",
        "--config -D --dump-header -c --cookie-jar --trace --trace-ascii --libcurl --stderr",
        "--etag-save --hsts --alt-svc -w --write-out --unix-socket --abstract-unix-socket",
        "--engine",
      ),
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
      values: "ABDIQRTUitwl",
    },
  ],
  ["nc", netcat],
  ["ncat", netcat],
  ["nmap", { options: list("--script --datadir --servicedb"), words: /^-o/ }],
  [
    "openssl",
    { words: /^-(?:out|keyout|engine|provider|provider-path|config|writerand|sess_out|keylogfile)$/ },
  ],
  [
    "rsync",
    {
      options: list(
        "-e --rsh --rsync-path --config --daemon --log-file --write-batch --only-write-batch -M",
        "--remote-option -T --temp-dir --backup-dir",
      ),
      values: "Bf",
    },
  ],
  ["scp", copy],
  ["sftp", copy],
  ["socat", { words: /exec|system|shell|open|create|file/i }],
  // Options of ssh are settings that run programs here; what runs over there is what it is for.
  ["ssh", { options: list("-o -F -E -S -I -M -O -w"), values: "BbceDiJLlmpQRW" }],
  ["tcpdump", { options: list("-z -w -Z"), values: "cCGisr" }],

  ["cargo", { options: list("--config"), words: /^\+/ }],
  ["gh", { verbs: list("alias codespace config cs extension extensions ext") }],
  [
    "go",
    {
      words: /^--?(?:exec|toolexec|vettool|o|modfile|overlay|ldflags|gcflags|asmflags|pkgdir|w)(?:=|$)/,
      verbs: list("generate tool"),
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
      values: "joW",
      ...setting,
    },
  ],
  ["mvn", { options: list("-f --file -s --settings -t --toolchains"), words: /exec:|^-D/ }],
  ["npm", packageManager],
  ["npx", { options: list("-c --call --node-options --script-shell --shell"), values: "pw" }],
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
    },
  ],
  [
    "psql",
    {
      options: list("-o --output -L --log-file -f --file"),
      values: "cdhpUvFRTP",
      words: /\\|\bprogram\b|\bcopy\b/i,
    },
  ],
  [
    "sqlite3",
    { words: /^--?(?:init|cmd)$|(?:^|\n)[ \t]*\.|writefile|edit\s*\(|load_extension|attach|vacuum/i },
  ],

  ["emacs", editor],
  ["ex", editor],
  ["nano", { options: list("-s --speller -f --rcfile -C --backupdir") }],
  ["nvim", editor],
  ["vi", editor],
  ["view", editor],
  ["vim", editor],
  ["less", pager],
  ["more", pager],
  [
    "man",
    {
      options: list(
        "-P --pager -H --html -C --config-file -X --gxditview -p --preprocessor -M --manpath -l --local-file",
      ),
      values: "emrsLRET",
    },
  ],
]);
