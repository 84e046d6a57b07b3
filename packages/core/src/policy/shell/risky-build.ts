import { list, type RiskRow, rowsFor } from "./match-risk-row.ts";

const packageManager: RiskRow = {
  options: list(
    "-c -C --browser --call --cwd --dir --editor --git --global-pnpmfile --globalconfig --node-gyp --node-options",
    "--onload-script --pnpmfile --prefix --script-shell --shell --use-yarnrc --userconfig --viewer",
  ),
  anyDashes: true,
  // Settings, and scripts written into the manifest.
  // `exec` may follow another word: `yarn workspace a exec`.
  words: /^--config\.|^scripts[.[=]|^(?:dlx|exec)$/,
  never: /^(?!-|s|e(?:xe?)?$|d(?:lx?)?$)/,
  verbs: list("c config create dlx edit exec explore init innit node plugin policies set set-script x"),
  cutVerbs: true,
  runs: /^-c|^-+(?:call|editor|node-options|script-shell|shell|viewer)|^(?:dlx|edit|exe|exec|explore|node|x)$/,
};

/** Compilers: options that name programs, plugins, or files with more options. */
const compiler: RiskRow = {
  never: /^[^-@]/,
  words:
    /^@|^--?(?:wrapper|fplugin=|fpass-plugin|specs|iplugindir|Xclang|cc1|load|plugin|config|ld-path|gcc-toolchain|gcc-install-dir|ccc-|fuse-ld=.*\/|Xlinker|offload-linker|no-integrated-as|prefix|for-linker|for-assembler)|^-B|^-MF[/~]|^-W[alp],.*(?:plugin|wrap|@|[,=][/~])|^-f(?:dump|profile)[\w-]*=[/~]/,
  outputs: /^(?:-o|--output|-MF|-aux-info|-dumpdir|-dumpbase)=/,
  lenient: true,
  runs: /wrapper|plugin|load/,
};

/** JavaScript tools: their settings, plugins and setup files are programs. */
const scriptTool: RiskRow = {
  options: list(
    "-c --config --config-file --configFile --config-path --config-loader -r --require --register --plugin --plugins",
    "--plugin-search-dir --loader --import --rulesdir --resolve-plugins-relative-to",
    "--runner --testRunner --test-runner --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv",
    "--transform --resolver --custom-syntax --custom-formatter --use",
  ),
  exact: true,
};

/** Words that set variables of a makefile, in all its forms: `x=`, `x!=`, `SHELL =`, `x:::=`. */
const setting = /^(?!--).*=/s;

/** Compilers, build tools, package managers, linters and test runners. */
export const riskyBuildPrograms: ReadonlyMap<string, RiskRow> = new Map<string, RiskRow>([
  ...rowsFor(
    "c++ cc clang clang++ cpp dpcpp emcc em++ g++ gcc gfortran hipcc icc icx nvcc tcc zig",
    compiler,
  ),
  ...rowsFor("ar as gold ld ld.bfd ld.gold ld.lld lld mold nm objcopy objdump ranlib strip", {
    words: /^@|^--?(?:plugin|dynamic-linker|run$)/,
    never: /^[^-@]/,
    outputs: /^(?:-o|--output)=/,
  }),
  [
    "rustc",
    { words: /linker|link-arg|^-Z|^@|codegen-backend/, never: /^[^-@lc]/, outputs: /^(?:-o|--out-dir)=/ },
  ],
  [
    "cargo",
    {
      // Commands after `cargo watch`, and programs for the compiler.
      options: list(
        "--allow-commands --cmd --config --runtool --test-builder --test-runtool --tool-config-file -Z",
      ),
      exact: true,
      verbs: list("flamegraph watch"),
      words: /^\+|^(?:-C|--codegen=)?(?:linker|link-arg)/,
      outputs: /^--(?:manifest-path|target|target-dir|root|path)=/,
    },
  ],
  [
    "go",
    {
      words:
        /^--?(?:exec|toolexec|vettool|o|modfile|overlay|ldflags|gcflags|asmflags|gccgoflags|pkgdir|w|C|fixtool|compiler)(?:=|$)/,
      outputs: /^--?(?:(?:test\.)?(?:block|cover|cpu|mem|mutex)profile|(?:test\.)?(?:outputdir|trace))=/,
      verbs: list("generate tool"),
      runs: /exec|vettool|generate|tool/,
    },
  ],
  ...rowsFor("gradle gradlew", {
    options: list(
      "-b --build-file -c --settings-file -I --init-script -p --project-dir -g --gradle-user-home --include-build",
      "--gradle-distribution-url",
    ),
    words: /^(?:-D|--system-prop=).*(?:jvmargs|agent|gradle)|^org\.gradle\./i,
    never: /^[^-o]/,
    values: "DPx",
  }),
  ...rowsFor("bmake gmake make mingw32-make remake", {
    options: list(
      "-f --file --makefile -E --eval -C --directory -I --include-dir -e --environment-overrides",
    ),
    values: "oW",
    attached: "j",
    words: setting,
    runs: /^-\w*E|^--e|[!$`;|&<>]|^SHELL|^\.|^[A-Z_]*(?:CC|CXX|LD|AR|RM|SH|CMD|COMMAND|PROGRAM|WRAPPER)\W*=/,
  }),
  ...rowsFor("mvn mvnd mvnw", {
    options: list("-f --file -s --settings -t --toolchains --global-settings --global-toolchains --builder"),
    words:
      /exec|groovy|antrun|^-gs|^--define|^-D(?!(?:skip\w*|maven\.(?:test|javadoc|source)\.skip|test|it\.test|groups|failIfNoTests|style\.color|spring[\w.-]*profiles[\w.-]*)(?:=[\w.,#*+-]*)?$)/i,
    values: "DPTlp",
    outputs: /^(?:-l|--log-file)=/,
    runs: /exec/,
  }),
  ...rowsFor("cmake cmake3", {
    words:
      /^-[ECPf]|^--(?:toolchain|debugger-pipe|eval|graphviz|preset)|^(?:-D)?[\w:]{0,80}(?:COMPILER|LAUNCHER|COMMAND|TOOLCHAIN|INCLUDE|LINKER|PROGRAM|EXECUTABLE|EMULATOR|MODULE_PATH|_RULE|SHELL|CLANG_TIDY|CPPCHECK|CPPLINT|_(?:AR|COMPILE|CREATE|LINK|MT|NM|OBJCOPY|RANLIB|RC|STRIP)(?=[_:=]))[\w:]{0,80}=(?!(?:ON|OFF|TRUE|FALSE|YES|NO|\d+)$)|^(?:-D)?[\w:]{0,80}FLAGS[\w:]{0,80}=.*(?:@|plugin|wrapper|specs|load|linker|ld-path|Xclang|-B|prefix)|^(?!-)\w[^/]*=|^[/~]|^(?:.*\/)?\.\w/i,
    outputs: /^(?:--(?:install-)?prefix|--trace-redirect|--profiling-output|--debugger-dap-log|-B|-S|-H)=/,
    runs: /COMMAND|LAUNCHER/,
  }),
  [
    "ctest",
    {
      options: list("-S -D --script --build-and-test --test-command --build-makeprogram --overwrite"),
      words: /^-SP/,
    },
  ],
  ["ninja", { options: list("-f"), values: "jklwdt", outputs: /^-C=/ }],
  ["meson", { options: list("--native-file --cross-file --wrap-mode"), words: /^-D/ }],
  [
    "bazel",
    {
      words:
        /^--(?:run_under|script_path|bazelrc|workspace_status_command|shell_executable|override_repository|.*_(?:command|wrapper|executable|binary))/,
    },
  ],
  [
    "scons",
    { options: list("-f --file --makefile --sconstruct -C --directory --site-dir -D -u -U"), words: /=/ },
  ],
  [
    "ant",
    {
      options: list("-f --file --buildfile -D"),
      words: /^--?(?:file|buildfile|lib|logger|listener|inputhandler|propertyfile|main|cp|find|D)/,
    },
  ],
  [
    "rake",
    {
      options: list(
        "-f --rakefile -e --execute -E --execute-continue -p --execute-print -r --require -R --rakelibdir -I --libdir -C --directory",
      ),
    },
  ],
  [
    "just",
    {
      options: list(
        "-f --justfile -d --working-directory --shell --shell-arg --shell-command -c --command --choose --chooser --set --edit",
      ),
    },
  ],
  ["task", { options: list("-t --taskfile -d --dir -g --global"), words: /=/, verbs: list("exec execute") }],
  ...rowsFor("invoke inv fab nox tox", {
    options: list(
      "-c --collection -r --search-root -f --config --noxfile -e --conf -x --override --root --workdir --prompt-for-passwords",
    ),
  }),
  [
    "javac",
    {
      words: /^@|^-J|^--?(?:processor|Xplugin|processor-?path|processor-module-path)/,
      never: /^[^-@]/,
      outputs: /^-[dhs]=/,
    },
  ],
  [
    "dotnet",
    {
      words:
        /^@|^[-/]{1,2}(?:l|logger|dl|distributedlogger|rsp|noautoresponse)[:=]|^--?(?:additional-?deps|additionalprobingpath|depsfile|runtimeconfig|roll-forward-to-prerelease|test-adapter-path|collect|settings)|^[-/]{1,2}(?:p|property)[:=].*(?:event|command|exec|tool|targets|props|import|path|compiler|args)/i,
      verbs: list("exec fsi script"),
      lenient: true,
      runs: /event|command|exec|tool/i,
    },
  ],
  ...rowsFor("msbuild xbuild xcodebuild", {
    words: /=|^@|^-(?:xcconfig|logger|l:|toolchain)/i,
    never: /^[^-/A-Z@]/,
  }),
  [
    "eslint",
    {
      exact: true,
      options: [
        ...(scriptTool.options ?? []),
        ...list("-f --format -o --output-file --cache-file --cache-location --parser"),
      ],
    },
  ],
  ...rowsFor(
    "ava babel cspell markdownlint markdownlint-cli2 cypress gulp jest karma knip lint-staged metro mocha next nyc c8 oxlint playwright postcss prettier rollup stylelint svgo tailwindcss turbo tsup vite vitest webpack",
    scriptTool,
  ),
  [
    "tsc",
    {
      outputs:
        /^--?(?:outDir|outFile|declarationDir|project|p|tsBuildInfoFile|generateTrace|generateCpuProfile)=/i,
    },
  ],
  ["esbuild", { words: /^--(?:outfile|outdir|metafile|servedir)=(?:[/~]|\.\.)/ }],
  [
    "pytest",
    {
      options: list(
        "-p -c --config-file -o --override-ini --basetemp --confcutdir --junit-xml --junitxml --log-file",
        "--pdbcls --rootdir --import-mode --doctest-glob --ini --result-log --pastebin --html --cov-config",
      ),
      values: "kmnrW",
      flags: /^--(?:cov|pdb)$/,
    },
  ],
  [
    "mypy",
    {
      options: list(
        "--config-file --python-executable --custom-typeshed-dir --plugin --install-types --cache-dir",
      ),
    },
  ],
  [
    "pylint",
    {
      options: list("--load-plugins --rcfile --init-hook --plugin --output"),
      runs: /^--(?:init|load|plugin)/,
    },
  ],
  [
    "flake8",
    { options: list("--config --append-config --output-file --enable-extensions --require-plugins") },
  ],
  ["pyright", { options: list("-p --project --pythonpath -v --venvpath -t --typeshedpath") }],
  ["pre-commit", { options: list("-c --config"), verbs: list("try-repo init-templatedir") }],
  ["coverage", { options: list("--rcfile"), outputs: /^(?:-o|-d|--directory|--data-file)=/ }],
  ...rowsFor("lerna nx", { first: /^exec$/, runs: /./ }),
  ...rowsFor("foreman honcho", { options: list("-f --procfile -e --env"), verbs: list("run"), runs: /./ }),
  ["dvc", { verbs: list("run stage"), runs: /./ }],
  [
    "nix",
    {
      options: list("-c --command --expr -E --file -f --option --extra-experimental-features"),
      runs: /^-\w*c|^--com/,
    },
  ],
  ...rowsFor("npm pnpm", packageManager),
  [
    "yarn",
    { ...packageManager, words: /^--config\.|^scripts[.[=]|^(?:dlx|exec|node)$/, never: /^(?![-sedn])/ },
  ],
  ["npx", { options: list("-c --call --node-options --script-shell --shell"), values: "pw", runs: /./ }],
  [
    "pip",
    {
      options: list(
        "--python --log -t --target --root --prefix --cache-dir -C --config-settings --config-setting --global-option",
        "--build-option --install-option --src --keyring-provider --use-feature",
      ),
      values: "ricefd",
      verbs: list("config"),
    },
  ],
  [
    "gem",
    { options: list("--config-file -i --install-dir -n --bindir -e --editor -P"), verbs: list("exec open") },
  ],
  ["composer", { options: list("-d --working-dir"), verbs: list("config exec global run run-script init") }],
  ["brew", { verbs: list("exec irb ruby sh tap-new edit create command") }],
  ["rustup", { verbs: list("run") }],
  ...rowsFor("apt apt-get aptitude", {
    options: list("-o --option -c --config-file"),
    values: "ta",
    runs: /^-\w*o|^--o/,
  }),
  [
    "dpkg",
    {
      options: list(
        "--pre-invoke --post-invoke --admindir --instdir --root --path-exclude --force-script-chrootless",
      ),
      runs: /invoke/,
    },
  ],
  ...rowsFor("dnf microdnf yum zypper", {
    options: list("-c --config --setopt --installroot --plugin --root --pluginpath"),
  }),
  ["pacman", { options: list("--hookdir --config --root --dbpath --sysroot --gpgdir") }],
  ...rowsFor("rpm rpmbuild", {
    options: list("-E --eval -D --define --pipe --load --macros --rcfile --root --predefine"),
    runs: /./,
  }),
]);
