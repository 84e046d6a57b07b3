import { list } from "./match-risk-row.ts";

/**
 * Programs that run no others and load no code, whatever their arguments: what they write and change is their evident
 * purpose. `Bash(x:*)` covers them with any arguments, and names of programs among these are data.
 */
export const plainPrograms: ReadonlySet<string> = new Set(
  list(
    // Builtins of shells.
    ": bg cd chdir dirs disown echo false fg kill logout popd pushd pwd set",
    "shopt times true type ulimit umask",
    // Text.
    "banner base32 base64 basenc bc cat cksum cmp col colrm column comm csvcut csvjson csvlook cut diff diffstat",
    "dos2unix egrep expand fgrep figlet fmt fold grep gron head hexdump hexyl html2text jless jq jsonlint join",
    "look md5 md5sum nl numfmt od paste pr ptx pup qsv rev rgrep sha1sum sha224sum sha256sum sha384sum sha512sum",
    "shasum b2sum b3sum sponge strings sum tac tail tr tsort unexpand unix2dos vis wc xmlstarlet xsv zcat zdiff zgrep",
    "zegrep tomlq taplo dasel jo",
    // Files.
    "basename bzip2 bunzip2 chgrp chmod chown cp df dir dirname du dust exa eza fallocate gunzip gzip ln locate ls lsd",
    "lz4 mkdir mkfifo mktemp mv ncdu pathchk pigz readlink realpath rm rmdir shred stat sync touch trash truncate",
    "unlink unrar vdir xz unxz zstd unzstd zipinfo",
    // The machine.
    "apropos cal clear date dig dmesg expr factor finger free getconf getent getfacl groups host hostname hostnamectl",
    "htop id iostat iotop ipcs killall last lastlog lsblk lscpu lsmod lsof lspci lsusb mpstat neofetch netstat nproc",
    "nslookup nvidia-smi pgrep pidof ping ping6 pkill pmap printenv ps pstree rocm-smi route seq sleep ss stty sw_vers",
    "tput top traceroute tty uname uptime users vmstat w whatis whereis which who whoami whois xdpyinfo yes",
    "sha256 pbcopy pbpaste tldr",
    // Development.
    "autoflake autopep8 bandit black djlint gofmt gofumpt goimports hadolint",
    "isort readelf rustfmt ruff scc shellcheck shfmt size",
    "swiftformat swiftlint tokei typos vulture yamllint yapf zizmor",
    // Package managers of systems whose arguments are names of packages.
    "apk port",
  ),
);
