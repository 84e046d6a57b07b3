import { list, type RiskRow, rowsFor } from "./match-risk-row.ts";

const archiveOutput = /^(?:-d|-o|--output|--directory|--output-dir)=/;

/** Image formats of ImageMagick that are scripts, addresses or other programs. */
const magick: RiskRow = {
  words:
    /^@|^\||(?:^|["'\s])(?:ephemeral|ftp|https?|msl|mvg|msvg|script|url|text|win|show|x|gplt|dot|man|scan|browse|print|edit|file):|^-(?:process|script|write-mask-script)$/i,
  lenient: true,
  runs: /^[@|]|msl|ephemeral|script|process/i,
};

const latex: RiskRow = {
  words:
    /^--?(?:shell-escape|enable-write18|shell-restricted|output-directory|cnf-line|progname|fmt|lua|luaconf|socket|e$|r$|pdflatex|pdfxelatex|pdflualatex|latex|lualatex|xelatex|latexoption|usepretex|pretex|use-make|dvips|ps2pdf|bibtex|biber|makeindex|recorder-cmd|pvc|view)|\\/,
  runs: /escape|write18|\\|^-e$|latex/,
};

/** Programs for databases, documents, media, archives and text. */
export const riskyDataPrograms: ReadonlyMap<string, RiskRow> = new Map<string, RiskRow>([
  ...rowsFor("mariadb mysql mysqlsh mycli", {
    options: list("--tee --pager --init-command --plugin-dir --execute-file --file --pym --pyf"),
    words: /\\|\b(?:system|pager|tee|edit|source|outfile|dumpfile)\b|^--defaults|^--(?:py|js|f)$/i,
    obeys: { unless: /^(?:-e|--execute)/, judged: true },
    runs: /\\[!P]|\bsystem\b|\bpager\b|^--(?:pager|init)/i,
  }),
  ...rowsFor("mysqldump mariadb-dump", {
    options: list("--plugin-dir --tab -T --result-file -r"),
    words: /^--defaults/,
  }),
  ...rowsFor("psql pgcli", {
    options: list("-o --output -L --log-file -f --file"),
    values: "cdhpUvFRTP",
    words: /\\|\bprogram\b|\bcopy\b/i,
    obeys: { unless: /^(?:-\w*c|--command)/, judged: true },
    runs: /\\(?:!|[ogw]\b\s*\||setenv|e\b)|\bprogram\b/i,
  }),
  ...rowsFor("pg_dump pg_dumpall pg_basebackup", { outputs: /^(?:-f|--file|-D|--pgdata|--waldir)=/ }),
  ...rowsFor("sqlite3 sqlite litecli", {
    // Dot-commands, and functions that write files or load code; comments may stand before the parenthesis.
    words:
      /^--?(?:init|cmd|A.*|vfstrace|unsafe-testing)$|(?:^|\n)[ \t]*\.|writefile|\bedit\b|load_extension|fts3_tokenizer|attach|vacuum|zipfile|temp_store_directory/i,
    obeys: { operands: 2, judged: true },
    runs: /^--?(?:init|cmd)$|(?:^|\n)[ \t]*\.(?:sh|sy|exc|ww|lo|[^\n]*\|)|\bedit\b|load_ext/i,
  }),
  [
    "duckdb",
    {
      words:
        /^--?(?:init|cmd|f|file|unsigned|ui)$|(?:^|\n)[ \t]*\.|\b(?:install|load|attach|copy|export|edit|writefile|autoinstall\w*|custom_extension\w*)\b/i,
      obeys: { unless: /^--?[cs]$/, judged: true },
      runs: /^--?(?:init|cmd|f|file)$|(?:^|\n)[ \t]*\.(?:sh|sy|exc|ww|lo|[^\n]*\|)|shellfs|\bedit\b/i,
    },
  ],
  ...rowsFor("clickhouse clickhouse-client clickhouse-local", {
    options: list("--config-file --config -C --queries-file --path --log-file"),
    words: /executable|outfile|\bfunction\b/i,
    obeys: { unless: /^(?:-q|--query)/, judged: true },
  }),
  [
    "redis-cli",
    {
      options: list("--eval --rdb --functions-rdb --pipe"),
      words: /\b(?:config|eval|evalsha|script|module|debug|slaveof|replicaof|fcall|function|migrate)\b/i,
      never: /^[^a-z]/i,
      obeys: {},
    },
  ],
  ...rowsFor("mongo mongosh", {
    options: list("-f --file --shell --nodb"),
    words:
      /require|import|process|load|eval\(|exec|spawn|Function|constructor|runProgram|\.js$|fetch\(|\[["'`]/,
    obeys: { unless: /^--eval/, judged: true },
    runs: /require|import|process|exec|spawn|runProgram/,
  }),
  ...rowsFor("sqlcmd isql tsql sqlplus usql", {
    options: list("-i -o -f --file --init"),
    words: /!!|^[ \t]*[!:@.\\]|\bhost\b|\bxp_cmdshell\b/im,
    obeys: {},
    runs: /!|host/i,
  }),

  ["gnuplot", { options: list("-e -c -d"), words: /system|[`|!]/, obeys: {}, runs: /system|[`|!]/ }],
  [
    "m4",
    {
      options: list("-R --reload-state -o --error-output --debugfile"),
      words: /syscmd|mkstemp|maketemp/,
      obeys: {},
      runs: /syscmd/,
    },
  ],
  ["dc", { options: list("-e -f --expression --file"), words: /!/, obeys: {}, runs: /!/ }],
  ...rowsFor("gs ghostscript gsx ps2pdf", {
    words: /%pipe%|^-[cf_]|^-$|NOSAFER|DELAYSAFER|^@|^-I|permit-|^-sIODevice/i,
    never: /^[^-@%]/,
    outputs: /^(?:-o|-sOutputFile)=/,
    runs: /%pipe%|^-c|SAFER/i,
  }),
  ...rowsFor("composite conjure convert compare identify import-im magick mogrify montage gm", magick),
  ...rowsFor("latex latexmk lualatex luatex pdflatex pdftex tex xelatex xetex tectonic context", latex),
  [
    "pandoc",
    {
      options: list(
        "-F --filter -L --lua-filter --pdf-engine -d --defaults --data-dir --extract-media --pdf-engine-opt",
      ),
      values: "frtwVMTHBAcD",
      words: /\.lua$/,
      outputs: /^(?:-o|--output|--log)=/,
      runs: /^-\w*F|^--(?:filter|pdf)/,
    },
  ],
  ...rowsFor("libreoffice localc loimpress lowriter soffice", {
    words: /macro:|vnd\.sun\.star|^-env:|^--?(?:accept|infilter=.*:|script|unaccept)/i,
    never: /^[^-mv]/i,
    outputs: /^--?outdir=/,
    runs: /macro|script/i,
  }),
  ...rowsFor("wkhtmltoimage wkhtmltopdf", {
    options: list("--run-script --allow --enable-plugins --cookie-jar --dump-outline"),
  }),
  [
    "exiftool",
    {
      words:
        /^-(?:if\d*|config|execute\d*|@|p|api|userparam|stay_open|use|d?efine|W|w\+?|o|tagOut)|[<$].{0,300}[;{]/i,
      runs: /^-(?:if|config|p|api)|;/i,
    },
  ],
  ["qpdf", { words: /^@|^--job-json-file/ }],
  ...rowsFor("ffmpeg ffplay ffprobe", {
    words:
      /^-(?:dump_attachment|vstats_file|passlogfile|progress|filter_script|init_script|attach|sdp_file)|^~|^(?:.*\/)?\.\.\/\.\.|^\/(?:etc|usr|bin|sbin|lib\w*|boot|root)\//,
    lenient: true,
  }),
  ["dot", { outputs: /^-o=/ }],

  // A dash and a name: the programs they run.
  ["bpftrace", { options: list("-c -o -I --include --unsafe"), words: /system/, runs: /system|^-c/ }],
  ...rowsFor("cowsay cowthink", { options: list("-f"), values: "eTW" }),
  ["csvtool", { first: /^call$/, runs: /./ }],
  ["enscript", { options: list("-I --filter -o --output -p --config"), runs: /^-\w*I|^--f/ }],
  ["ghc", { words: /^-(?:e|pgm|F$|fplugin|package-db|x)|^@/, never: /^[^-@]/, runs: /^-(?:e|pgm|F)/ }],
  ...rowsFor("groff nroff pic troff", { options: list("-U") }),
  ...rowsFor("puppet knife", { options: list("-e -E --execute --exec -c --config") }),
  ["scrot", { options: list("-e --exec"), runs: /./ }],
  ["pidstat", { options: list("-e"), runs: /./ }],
  // Paths of units and of scripts, and an editor.
  ["systemctl", { words: /\//, verbs: list("edit import-environment set-environment") }],
  ["service", { words: /\// }],
  ["update-alternatives", { options: list("--install --set --admindir --altdir") }],
  ["xdg-user-dir", { words: /\W/, runs: /./ }],
  [
    "actionlint",
    { words: /^--?(?:shellcheck|pyflakes|config-file|init-config)(?:=|$)/, never: /^[^-]/, runs: /./ },
  ],
  [
    "cloc",
    {
      words: /^--?(?:vcs|extract|config|read-lang|force-lang)/,
      outputs: /^--(?:out|report-file|ignored|counted|found|categorized|unique)=/,
      never: /^[^-]/,
      runs: /vcs|extract/,
    },
  ],
  ["detect-secrets", { options: list("-p --plugin -f --filter --custom-verifiers"), runs: /./ }],
  [
    "gitleaks",
    { options: list("--log-opts"), outputs: /^(?:-r|--report-path|--diagnostics-dir)=/, runs: /./ },
  ],
  ["semgrep", { words: /^--dangerously/, never: /^[^-]/, outputs: /^(?:-o|--output|--[\w-]+-output)=/ }],
  // It runs the command whose output it reads.
  ["jc", { operands: 0, runs: /./ }],
  ["ack", { options: list("--pager --ackrc"), runs: /./ }],
  ["ag", { options: list("--pager"), runs: /./ }],
  ["bat", { options: list("--pager --config-file --config-dir --generate-config-file"), runs: /./ }],
  ["delta", { options: list("--pager --config"), runs: /./ }],
  ["fzf", { options: list("--preview --bind --with-shell --listen --listen-unsafe --become"), runs: /./ }],
  ["dd", { words: /^of=/ }],
  ["fd", { options: list("-x --exec -X --exec-batch"), values: "cdeEjotS" }],
  ["fdfind", { options: list("-x --exec -X --exec-batch"), values: "cdeEjotS" }],
  ["file", { options: list("-C --compile"), values: "eFfmP" }],
  ["find", { words: /^-(?:exec|execdir|ok|okdir|delete|fls|fprint|fprint0|fprintf)$/ }],
  [
    "mlr",
    {
      words: /system|exec|[|>]|^-[sf]$|^--(?:load|mload|prepipe|prepipex|from-file)/,
      runs: /system|exec|\||prepipe/,
    },
  ],
  [
    "rename",
    {
      code: { plain: /^(?:s|y|tr)([/|#,])(?:(?!\1).)*\1(?:(?!\1).)*\1[gi]*$/s, options: list("-e --expr") },
      values: "",
      runs: /e/,
    },
  ],
  ["rg", { options: list("--pre --hostname-bin"), runs: /./ }],
  ["shuf", { options: list("-o --output"), values: "in" }],
  ["diff3", { options: list("--diff-program"), runs: /./ }],
  ["iconv", { options: list("-o --output"), values: "ft" }],
  ["install", { options: list("-s --strip --strip-program"), values: "gmotS" }],
  ["patch", { options: list("-e --ed -o --output -r --reject-file -d --directory"), values: "BDFgipVYz" }],
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
  ["xmllint", { options: list("--shell --output -o --load-trace"), obeys: { unless: /^(?!--shell)/ } }],
  ["xsltproc", { options: list("-o --output --writesubtree") }],
  ...rowsFor("open xdg-open", {
    options: list("-a -b -n --args --env -e -t --stdin --stdout"),
    lenient: true,
  }),

  ...rowsFor("bsdtar gtar tar", {
    options: list(
      "-I --use-compress-program --to-command --checkpoint-action -F --info-script",
      "--new-volume-script --rsh-command --rmt-command -P --absolute-names --index-file",
    ),
    values: "fCbTXgKNVLH",
    bundled: true,
    runs: /^-?\w*[IF]|^--(?:use|to-|checkpoint|info|new|rsh|rmt)/,
  }),
  [
    "cpio",
    { options: list("--rsh-command --to-stdout-command -F --file -O --absolute-filenames"), runs: /^--rsh/ },
  ],
  [
    "zip",
    {
      options: list("-T --test --unzip-command -O --output-file --out -m --move -b --temp-path"),
      values: "intx",
      runs: /^-\w*T|^--(?:test|unzip)/,
    },
  ],
  ["unzip", { outputs: archiveOutput, words: /^-\w*:/, lenient: true }],
  ...rowsFor("7z 7za 7zz", { words: /^-o(?:[/~]|\.\.)|^-si|^@/, never: /^[^-@]/ }),
]);
