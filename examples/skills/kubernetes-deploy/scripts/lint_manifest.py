#!/usr/bin/env python3
"""Lint Kubernetes manifests in block-style YAML and print findings as JSON.

Reads the lines, not the full YAML language: enough for manifests as people write them.
Helm or Kustomize sources must be rendered first.

Exit codes: 0 no errors (warnings allowed), 1 errors found, 2 a file cannot be linted.
"""
import argparse
import json
import re
import sys
from collections import namedtuple

Node = namedtuple("Node", "line column item key value")  # item: column of the dash, or None
KEY = re.compile(r"( *)((?:- +)?)([\w./\"'-]+):(?: +(.*))?")
RUNS_PODS = {"Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "Pod", "ReplicaSet"}
SERVES = {"Deployment", "StatefulSet", "DaemonSet"}
CLUSTER_WIDE = {"Namespace", "ClusterRole", "ClusterRoleBinding", "CustomResourceDefinition", "StorageClass",
                "PersistentVolume", "PriorityClass", "IngressClass"}
MAX_BYTES = 2 * 1024 * 1024


def read_documents(text):
    """Split the file into documents, each a list of nodes; block scalars are skipped."""
    documents, scalar = [[]], None
    for number, line in enumerate(text.splitlines(), 1):
        indent = len(line) - len(line.lstrip(" "))
        if not line.strip() or line.lstrip().startswith("#") or (scalar is not None and indent > scalar):
            continue
        scalar = None
        if line.startswith("---"):
            documents.append([])
            continue
        if "{{" in line or "\t" in line[:indent + 1]:
            raise ValueError(f"line {number}: found a template or a tab; render with helm template or kubectl kustomize")
        match = KEY.fullmatch(line.rstrip())
        if not match:
            continue
        column = len(match[1]) + len(match[2])
        value = re.sub(r"\s+#.*$", "", match[4] or "").strip("\"'")
        documents[-1].append(Node(number, column, len(match[1]) if match[2] else None, match[3], value))
        if value[:1] in ("|", ">"):
            scalar = column
    return [nodes for nodes in documents if nodes]


def children(nodes, index):
    end = next((i for i in range(index + 1, len(nodes)) if nodes[i].column <= nodes[index].column), len(nodes))
    return nodes[index + 1 : end]


def list_items(nodes):
    dash = min((node.item for node in nodes if node.item is not None), default=None)
    starts = [i for i, node in enumerate(nodes) if node.item == dash and dash is not None]
    return [nodes[start:end] for start, end in zip(starts, starts[1:] + [len(nodes)])]


def lint_document(nodes):
    top = {node.key: (index, node) for index, node in enumerate(nodes) if node.column == 0}
    if "kind" not in top:
        return [finding("error", "kind-missing", nodes[0].line, "a document without kind", "kind and apiVersion")]
    kind, line = top["kind"][1].value, top["kind"][1].line
    metadata = children(nodes, top["metadata"][0]) if "metadata" in top else []
    found = []
    if kind not in CLUSTER_WIDE and not any(node.key == "namespace" for node in metadata):
        found.append(finding("warning", "namespace-missing", line, f"{kind} without namespace", "metadata.namespace"))
    if kind == "Secret" and any(children(nodes, top[key][0]) for key in ("data", "stringData") if key in top):
        found.append(finding("error", "secret-in-file", line, "secret values in a manifest", "a secret store or a sealed secret"))
    if kind == "Deployment" and not any(node.key == "replicas" and node.value not in ("0", "1") for node in nodes):
        found.append(finding("warning", "single-replica", line, "fewer than two replicas", "at least two, or an autoscaler"))
    for node in nodes:
        if node.key in ("hostNetwork", "hostPID", "hostIPC", "privileged") and node.value == "true":
            found.append(finding("error", "host-access", node.line, f"{node.key}: true", "no access to the host"))
    if kind in RUNS_PODS:
        found += lint_containers(nodes, kind)
    return found


def lint_containers(nodes, kind):
    found, inside = [], []
    for index, node in enumerate(nodes):
        if node.key in ("containers", "initContainers"):
            if node.value.startswith("[") and node.value != "[]":
                raise ValueError(f"line {node.line}: found a list in brackets, expected one entry per line with a dash")
            inside += [(node.key, container) for container in list_items(children(nodes, index))]
    in_containers = {node.line for _, container in inside for node in container}
    pod_non_root = any(n.key == "runAsNonRoot" and n.value == "true" for n in nodes if n.line not in in_containers)
    for group, container in inside:
        keys = {node.key: node for node in reversed(container)}  # the first wins: env entries have names too
        name, line = keys["name"].value if "name" in keys else "unnamed", container[0].line
        image = keys["image"].value if "image" in keys else ""
        tag = image.rpartition("/")[2].partition(":")[2]
        if "@sha256:" not in image and tag in ("", "latest"):
            found.append(finding("error", "image-not-pinned", line, image or "no image", "a version tag or a digest"))
        inline = keys["resources"].value if "resources" in keys else ""
        if not all(part in keys or part in inline for part in ("requests", "limits")):
            found.append(finding("error", "resources-missing", line, f"container {name}", "resources.requests and resources.limits"))
        if group == "containers" and kind in SERVES and "readinessProbe" not in keys:
            found.append(finding("error", "probe-missing", line, f"container {name}", "a readinessProbe"))
        if not pod_non_root and not ("runAsNonRoot" in keys and keys["runAsNonRoot"].value == "true"):
            found.append(finding("warning", "may-run-as-root", line, f"container {name}", "securityContext.runAsNonRoot: true"))
    return found


def finding(severity, rule, line, found, expected):
    return {"severity": severity, "rule": rule, "line": line, "found": found, "expected": expected}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()
    findings, documents = [], 0
    for path in options.files:
        try:
            with open(path, encoding="utf-8") as handle:
                parts = read_documents(handle.read(MAX_BYTES))
            if not parts:
                raise ValueError("found no YAML keys, expected a manifest")
            findings += [{"file": path, **item} for nodes in parts for item in lint_document(nodes)]
        except (OSError, ValueError) as error:
            print(f"lint_manifest: {path}: {error}", file=sys.stderr)
            return 2
        documents += len(parts)
    errors = sum(item["severity"] == "error" for item in findings)
    print(json.dumps({"documents": documents, "errors": errors, "warnings": len(findings) - errors,
                      "findings": findings[:100], "left_out": max(len(findings) - 100, 0)}, indent=2))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
