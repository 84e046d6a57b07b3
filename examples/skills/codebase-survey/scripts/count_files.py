#!/usr/bin/env python3
"""Count the files, lines and languages of a source tree and print them as JSON.

Version control, installed dependencies and build output are skipped; links are not followed.
Exit codes: 0 counted, 1 no source files found, 2 the directory cannot be read.
"""
import argparse
import json
import os
import sys
from collections import Counter

LANGUAGES = {
    "c": "C", "h": "C", "cc": "C++", "cpp": "C++", "hpp": "C++", "cs": "C#", "css": "CSS", "scss": "CSS", "dart": "Dart",
    "ex": "Elixir", "exs": "Elixir", "go": "Go", "html": "HTML", "java": "Java", "js": "JavaScript", "jsx": "JavaScript",
    "mjs": "JavaScript", "cjs": "JavaScript", "kt": "Kotlin", "lua": "Lua", "md": "Markdown", "php": "PHP", "py": "Python",
    "rb": "Ruby", "rs": "Rust", "scala": "Scala", "sh": "Shell", "sql": "SQL", "svelte": "Svelte", "swift": "Swift",
    "tf": "Terraform", "ts": "TypeScript", "tsx": "TypeScript", "mts": "TypeScript", "vue": "Vue", "proto": "Protobuf",
    "json": "JSON", "toml": "TOML", "yaml": "YAML", "yml": "YAML", "xml": "XML",
}
DATA = {"JSON", "TOML", "YAML", "XML", "Markdown"}
MANIFESTS = {
    "package.json", "pnpm-workspace.yaml", "tsconfig.json", "pyproject.toml", "setup.py", "requirements.txt", "go.mod",
    "Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts", "Gemfile", "composer.json", "mix.exs", "Makefile",
    "justfile", "Dockerfile", "docker-compose.yml", "compose.yaml", "AGENTS.md", "CLAUDE.md", "CONTRIBUTING.md", "README.md",
}
SKIPPED = {
    ".git", ".hg", ".svn", "node_modules", "vendor", "dist", "build", "out", "target", "coverage", "__pycache__",
    ".venv", "venv", ".tox", ".next", ".nuxt", ".gradle", ".idea", ".terraform", "bower_components",
}
MAX_FILES = 50000
MAX_READ = 2 * 1024 * 1024  # larger files are data or generated; they are counted, not read


def count_lines(path):
    """Return the number of lines, or None for a binary or an overlong file."""
    if os.path.getsize(path) > MAX_READ:
        return None
    with open(path, "rb") as handle:
        content = handle.read(MAX_READ)
    if b"\0" in content[:8192]:
        return None
    return content.count(b"\n") + (not content.endswith(b"\n") and bool(content))


def walk(root):
    """Yield the relative path of each file that belongs to the source tree."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield os.path.relpath(path, root).replace(os.sep, "/")


def survey(root, limit):
    files, lines, folders, largest, manifests = Counter(), Counter(), Counter(), [], []
    total, unread, cut = 0, 0, False
    for path in walk(root):
        if total == MAX_FILES:
            cut = True
            break
        total += 1
        name = path.rpartition("/")[2]
        if name in MANIFESTS:
            manifests.append(path)
        language = LANGUAGES.get(name.rpartition(".")[2].lower()) if "." in name else None
        try:
            count = count_lines(os.path.join(root, path))
        except OSError:
            count = None
        unread += count is None
        if not language or count is None:
            continue
        files[language] += 1
        lines[language] += count
        if language not in DATA:
            folders[path.rpartition("/")[0].split("/")[0] or "."] += count
            largest.append({"path": path, "lines": count})
    code = sum(count for language, count in lines.items() if language not in DATA)
    largest.sort(key=lambda item: (-item["lines"], item["path"]))
    manifests.sort(key=lambda path: (path.count("/"), path))
    return {
        "files": total,
        "code_lines": code,
        "languages": [{"language": language, "files": files[language], "lines": count,
                       "share": round(count / code, 3) if code and language not in DATA else None}
                      for language, count in lines.most_common(limit)],
        "folders": [{"folder": folder, "code_lines": count} for folder, count in folders.most_common(limit)],
        "largest": largest[:limit],
        "manifests": manifests[:limit],
        "binary_or_large": unread,
        "cut_at": MAX_FILES if cut else None,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", nargs="?", default=".", help="root of the source tree (default: here)")
    parser.add_argument("--limit", type=int, default=15, help="entries per list (default 15)")
    options = parser.parse_args()
    if not os.path.isdir(options.directory):
        print(f"count_files: '{options.directory}' is not a directory; expected the root of a source tree", file=sys.stderr)
        return 2
    result = survey(options.directory, options.limit)
    print(json.dumps(result, indent=2))
    if not result["code_lines"]:
        print(f"count_files: no source code among {result['files']} files; check that this is the right directory", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
