import type { VersionFile } from "@skillwright/core/registry";
import FileIcon from "lucide-react/icons/file";
import FileCode from "lucide-react/icons/file-code";
import FileSymlink from "lucide-react/icons/file-symlink";
import FileText from "lucide-react/icons/file-text";
import Folder from "lucide-react/icons/folder";
import { type ReactNode, useMemo } from "react";
import { formatBytes } from "../ui/format.ts";
import { Link } from "../ui/link.tsx";
import { EmptyState } from "../ui/states.tsx";
import { type TreeFolder, toTree } from "./file-tree.ts";
import { FileView } from "./file-view.tsx";
import "./files-tab.css";
import { skillAddress } from "./skill-state.ts";
import type { TabProps } from "./skill-tabs.tsx";

/** The files of the version, and the chosen one. */
export function FilesTab({ details, state }: TabProps): ReactNode {
  const { files, name, version } = details;
  const tree = useMemo(() => toTree(files), [files]);
  const path = state.path || "SKILL.md";
  const file = files.find((one) => one.path === path);
  const hrefOf = (target: string): string =>
    skillAddress(name, { ...(state.version !== "" && { version }), tab: "files", path: target });
  return (
    <div className="files">
      <nav className="files-tree" aria-label="Files of the skill">
        <FolderItems folder={tree} path={path} hrefOf={hrefOf} />
      </nav>
      {file === undefined ? (
        <EmptyState icon={FileIcon} title="No such file">
          {`Version ${version} has no file ${path.slice(0, 200)}. Choose one from the list.`}
        </EmptyState>
      ) : (
        <FileView details={details} file={file} line={Number(state.line) || 0} />
      )}
    </div>
  );
}

type FolderProps = {
  readonly folder: TreeFolder;
  readonly path: string;
  readonly hrefOf: (path: string) => string;
};

/** Folders with many files are closed unless the chosen file is in them. */
function FolderItems({ folder, path, hrefOf }: FolderProps): ReactNode {
  return (
    <ul>
      {folder.files.map((file) => (
        <li key={file.path}>
          <FileLink file={file} isChosen={file.path === path} href={hrefOf(file.path)} />
        </li>
      ))}
      {folder.folders.map((one) => (
        <li key={one.path}>
          <details open={one.files.length <= 12 || path.startsWith(`${one.path}/`)}>
            <summary>
              <Folder size={14} aria-hidden />
              <span className="clip" title={one.path}>
                {one.name}
              </span>
            </summary>
            <FolderItems folder={one} path={path} hrefOf={hrefOf} />
          </details>
        </li>
      ))}
    </ul>
  );
}

type FileLinkProps = { readonly file: VersionFile; readonly isChosen: boolean; readonly href: string };

function FileLink({ file, isChosen, href }: FileLinkProps): ReactNode {
  const Icon = iconOf(file);
  return (
    <Link href={href} className="files-link" {...(isChosen && { "aria-current": "page" })}>
      <Icon size={14} aria-hidden />
      <span className="clip" title={file.path}>
        {file.path.slice(file.path.lastIndexOf("/") + 1)}
      </span>
      <span className="files-size number">{formatBytes(file.size)}</span>
    </Link>
  );
}

function iconOf({ path, executable, linksTo }: VersionFile): typeof FileIcon {
  if (linksTo !== undefined) return FileSymlink;
  if (executable || path.startsWith("scripts/")) return FileCode;
  return path.endsWith(".md") ? FileText : FileIcon;
}
