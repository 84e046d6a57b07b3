import type { Level } from "../../../finding.ts";
import { classifyHost, readAddress } from "../../../scan/hosts.ts";

/** Where packages come from instead of the usual registry, and how bad that is; undefined for a usual place. */
export function gradeSource(
  address: string,
  role: "index" | "address",
): { readonly host: string; readonly level: Level } | undefined {
  const kind = classifyHost(
    address.replace(/^git\+/, "").replace(/^[\w.-]{1,40}@([\w.-]{1,80}):/, "ssh://$1/"),
  );
  const { host, scheme } = readAddress(address.replace(/^git\+/, ""));
  if (
    host === "" ||
    /^[.~$%{<]/.test(host) ||
    mirrors.some((mirror) => host === mirror || host.endsWith(`.${mirror}`))
  )
    return undefined;
  switch (kind) {
    case "loopback":
    case "private":
    case "known-installer":
      return undefined;
    case "well-known":
      return scheme === "http" ? { host, level: "medium" } : undefined;
    case "example":
      return { host, level: "low" };
    case "code-host":
      return { host, level: "low" };
    case "unknown":
      return { host, level: role === "index" ? "high" : "medium" };
    default:
      return { host, level: "critical" };
  }
}

/** Copies of registries that companies and universities offer. */
const mirrors: readonly string[] = [
  "mirrors.aliyun.com",
  "mirrors.cloud.tencent.com",
  "mirrors.huaweicloud.com",
  "npmmirror.com",
  "pypi.nvidia.com",
  "pypi.ngc.nvidia.com",
  "pypi.tuna.tsinghua.edu.cn",
  "mirrors.ustc.edu.cn",
  "mirrors.tuna.tsinghua.edu.cn",
  "wheels.vllm.ai",
  "pkgs.dev.azure.com",
  "jfrog.io",
  "pkg.dev",
  "cloudsmith.io",
  "gemfury.com",
  "prefix.dev",
  "fury.io",
  "anaconda.org",
  "data.pyg.org",
  "developer.intel.com",
  "huggingface.github.io",
];
