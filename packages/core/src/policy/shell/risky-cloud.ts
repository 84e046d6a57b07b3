import { list, type RiskRow, rowsFor } from "./match-risk-row.ts";

const copy: RiskRow = { options: list("-S -o -F -D -J -b"), values: "BcilPRsX", runs: /^-\w*[SoDb]/ };
const netcat: RiskRow = {
  options: list("-e -c -o -x --exec --sh-exec --lua-exec --output --hex-dump"),
  values: "iIOpPqsTVwX",
  runs: /^-\w*[ec]|^--(?:exec|sh-|lua)/,
};

/** A folder of the system or of private settings given to a container, and what lifts its limits. */
const containerRisk =
  /(?:^|^-[a-zA-Z]{0,9}v=?|^--volume=|(?:src|source)=)(?:~[+\w-]+|(?:~|\$\{?HOME\}?)(?:\/?[:,]|\/\.(?!cache\/))|(?:[^:,]{0,300}\/)?\.\.(?:\/[^:,]{0,300})?[":,]|\/[./]{0,99}(?:[":,]|(?:bin|boot|etc|home|lib\w*|proc|root|run|sbin|sys|usr|Users|var)(?:[":,]|\/[^:,]{0,300}[:,])|[^:,]{0,300}\/\.(?!cache\/)[^:,]{0,300}[:,]))|(?:^|^-o|[,=])device=[/~$]|^host=|=host=|^--(?:privileged|pid|userns|device|device-cgroup-rule|cap-add|security-opt|runtime|hooks-dir|conmon)(?:=|$)/;
/** A description of containers, each of which may get any folder of the machine, on the input. */
const composeInput = / (?:-[cf] ?|--(?:compose-)?file[= ])(?:-|\/+(?:dev|proc)\/\S{0,99})(?: |$)/;
/** Options of the client itself. */
const clientRisk = /^--(?:config|host|tls\w*|identity|connection|url|root|runroot)(?:=|$)|^-H/;

const kubernetesVerbs = new Set(
  list(
    "annotate api-resources api-versions apply attach auth autoscale certificate cluster-info completion config cordon cp create debug delete describe diff drain events exec explain expose get help kustomize label logs options patch port-forward project projects replace rollout run scale set status taint top uncordon version wait whoami login logout new-app new-project start-build adm rsh rsync",
  ),
);

const githubVerbs = new Set(
  list(
    "agent-task api attestation auth browse cache completion gist gpg-key help issue label licenses org pr preview project release repo reference ruleset run search secret ssh-key status variable version workflow",
  ),
);

/** System and home folders, where a downloaded file would be a program or a setting. */
const systemPlace =
  /^~|^(?:.*\/)?\.\.(?:\/|$)|^\/(?:bin|boot|etc|home|lib\w*|opt|root|sbin|usr|Users)(?:\/|$)/;

/** Programs that talk to other machines, containers and clouds. */
export const riskyCloudPrograms: ReadonlyMap<string, RiskRow> = new Map<string, RiskRow>([
  [
    "curl",
    {
      // Besides files: settings from a file, a format that can write files, and sockets such as Docker's.
      options: list(
        "-o --output -O --remote-name --remote-name-all -J --remote-header-name --output-dir -K",
        "--config -D --dump-header -c --cookie-jar --trace --trace-ascii --libcurl --stderr",
        "--etag-save --ssl-sessions --hsts --alt-svc -w --write-out --unix-socket --abstract-unix-socket",
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
  [
    "aria2c",
    {
      options: list("-d --dir -o --out --conf-path -l --log --save-session --input-file -i"),
      words: /^--on-/,
      runs: /^--on/,
    },
  ],
  ...rowsFor("http https xh", { options: list("-o --output -d --download --session --session-read-only") }),
  ...rowsFor("yt-dlp youtube-dl", {
    options: list(
      "--exec --exec-before-download --config-locations --config-location --plugin-dirs --downloader --external-downloader --netrc-cmd --ffmpeg-location --load-info-json --cookies --print-to-file --batch-file -a",
    ),
    words: /^-[A-Za-z]*a/,
    outputs: /^(?:-o|--output|-P|--paths)=/,
    runs: /exec|downloader|cmd/,
  }),
  [
    "rclone",
    {
      options: list("--password-command --config --metadata-mapper --log-file --plugin"),
      verbs: list("config rc rcd serve mount"),
      words: /^--(?:sftp-ssh|.*-command)/,
    },
  ],
  ...rowsFor("restic borg", {
    options: list("--password-command -o --option --rsh --remote-path"),
    runs: /./,
  }),
  ...rowsFor("nc ncat netcat", netcat),
  ["nmap", { options: list("--script --datadir --servicedb"), words: /^-o/ }],
  ...rowsFor("tshark wireshark", { options: list("-X -w -z --extcap-interface"), words: /lua_script/ }),
  [
    "openssl",
    {
      words:
        /^--?(?:out|outdir|keyout|engine|provider|provider[-_]path|config|writerand|sess_out|keylogfile)(?:=|$)|^engine$/,
      runs: /engine|provider/,
      obeys: { unless: /^(?!-)/ },
    },
  ],
  [
    "gpg",
    {
      options: list(
        "--options --homedir --photo-viewer --exec-path --keyserver-options --agent-program --dirmngr-program --output -o --status-file --logger-file --log-file",
      ),
      words: /-program/,
    },
  ],
  ["ssh-keygen", { options: list("-D -w"), words: /^-[DwP]/ }],
  ["ssh-add", { options: list("-s -S") }],
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
  ...rowsFor("psftp sftp", { ...copy, obeys: {} }),
  ["sshfs", { words: /_command|proxycommand|^-F/i, runs: /./ }],
  ...rowsFor("ftp lftp ncftp tftp telnet smbclient mail mailx", {
    options: list("-c -e -f -b --command"),
    words: /^!|!\s*\w/,
    obeys: {},
    runs: /!/,
  }),
  ["socat", { words: /exec|system|shell|open|create|file/i, runs: /exec|system|shell/i }],
  // ssh options are settings that run programs here; running something remotely is its purpose.
  ["ssh", { options: list("-o -F -E -S -I -M -O -w"), values: "BbceDiJLlmPpQRW" }],
  ["tcpdump", { options: list("-z -w -Z"), values: "BcCEFGijMrsTVy", runs: /z/ }],
  ["ip", { options: list("-b"), words: /^(?:exec|-b\w*)$/ }],

  ...rowsFor("docker nerdctl podman", {
    words: containerRisk,
    globals: clientRisk,
    verbs: list("plugin"),
    obeys: { when: new RegExp(`^(?=.*\\b(?:compose|stack)\\b).*${composeInput.source}`, "s") },
    lenient: true,
    runs: /^$/,
  }),
  [
    "docker-compose",
    {
      words: containerRisk,
      globals: clientRisk,
      obeys: { when: composeInput },
      lenient: true,
      runs: /^$/,
    },
  ],
  ...rowsFor("kubectl oc microk8s.kubectl", {
    options: list(
      "--kubeconfig --kuberc --cache-dir --profile-output --enable-exec --enable-alpha-plugins --helm-command --enable-helm",
    ),
    words: /^(?:set-credentials|edit|edit-last-applied|plugin)$|^--exec-|^users\./,
    only: kubernetesVerbs,
    texts:
      /^--(?:as|as-group|as-uid|certificate-authority|client-certificate|client-key|cluster|context|log-\w+|namespace|password|profile|request-timeout|server|tls-server-name|token|user|username)$/,
    values: "nlofck",
    lenient: true,
    runs: /^(?!--cache|--profile)/,
  }),
  [
    "kustomize",
    {
      options: list(
        "--enable-exec --enable-alpha-plugins --helm-command --enable-helm --enable-star --output -o --fn",
      ),
    },
  ],
  [
    "helm",
    {
      options: list(
        "--post-renderer --output-dir --kubeconfig --registry-config --repository-config --repository-cache -d --destination",
      ),
      verbs: list("plugin"),
      runs: /^--p|^plugin$/,
    },
  ],
  ...rowsFor("terraform tofu terragrunt", {
    words: /^--?(?:plugin-dir|from-module|backend-config=.*\/|terragrunt-(?:tfpath|config)|tf-?path|config)/,
    never: /^[^-]/,
    outputs: /^--?(?:chdir|out|state|state-out|backup|generate-config-out)=/,
  }),
  [
    "pulumi",
    {
      options: list("--exec-agent --exec-kind --policy-pack --config-file --plugin"),
      verbs: list("plugin"),
      outputs: /^(?:-C|--cwd|--save-plan)=/,
    },
  ],
  ...rowsFor("ansible ansible-playbook ansible-galaxy", {
    options: list(
      "-M --module-path --playbook-dir --vault-password-file --vault-id --become-method --become-password-file --connection-password-file -a --args --ssh-common-args --ssh-extra-args --scp-extra-args --sftp-extra-args",
    ),
    words: /^(?:shell|command|raw|script)$/,
    runs: /./,
  }),
  [
    "aws",
    {
      options: list("--ca-bundle --cli-auto-prompt"),
      words: new RegExp(`^(?:credential_process|cli_pager|plugins\\.\\w+|import)$|${systemPlace.source}`),
      lenient: true,
      verbs: list("alias"),
      runs: /credential_process|cli_pager|plugins/,
    },
  ],
  ...rowsFor("gcloud gsutil bq", {
    options: list(
      "--flags-file --ssh-flag --ssh-key-file --command --access-token-file --credential-file-override",
    ),
    words: new RegExp(`^(?:components|interactive)$|${systemPlace.source}`),
    lenient: true,
  }),
  [
    "az",
    {
      words: new RegExp(`^interactive$|^--source(?:=|$)|${systemPlace.source}`),
      lenient: true,
      names: new Set(["command", "script", "scripts", "plugin", "hook"]),
    },
  ],
  // Words after `--` go to git; unknown subcommands are extensions.
  [
    "gh",
    {
      words: /^--$/,
      never: /^[^-]/,
      only: githubVerbs,
      texts: /^--(?:repo|hostname)$/,
      outputs: /^(?:-D|--dir|-O|--output)=/,
      values: "RHfFBbtLqsXa",
      runs: /^(?!config$|-)/,
    },
  ],
  ["glab", { words: /^--$/, never: /^[^-]/, verbs: list("alias config duo") }],
  ["heroku", { verbs: list("plugins plugins:install plugins:link run") }],
]);
