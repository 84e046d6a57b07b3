#!/bin/sh
# Pre hook: stop before anything is deployed to the wrong or an unreachable cluster.
set -u

usage() {
  cat <<'TEXT'
Usage: check-cluster.sh

Checks that kubectl is installed, that the current context is the intended one, that the
cluster answers and that it lets us patch deployments. Prints one JSON object.

Environment:
  DEPLOY_CONTEXT    the context that is meant; required when the name holds "prod"
  DEPLOY_NAMESPACE  the namespace to deploy to (default: default)

Exit codes: 0 go on, 2 stop (the reason is on stderr).
TEXT
}

stop() {
  printf 'check-cluster: %s\n' "$1" >&2
  exit 2
}

case "${1:-}" in
  -h | --help) usage; exit 0 ;;
  "") ;;
  *) stop "found argument '$1', expected none; see --help" ;;
esac

namespace=${DEPLOY_NAMESPACE:-default}
intended=${DEPLOY_CONTEXT:-}

found=$(command -v kubectl) || stop "found no kubectl on PATH, expected version 1.28 or newer; install it first"
context=$("$found" config current-context 2>&1) ||
  stop "found no current context ($context); choose one with kubectl config use-context"

case "$context" in
  *prod*)
    [ -n "$intended" ] ||
      stop "the current context '$context' looks like production; confirm with DEPLOY_CONTEXT=$context"
    ;;
esac
[ -z "$intended" ] || [ "$intended" = "$context" ] ||
  stop "the current context is '$context', expected '$intended'; switch with kubectl config use-context $intended"

answer=$("$found" auth can-i patch deployments --namespace "$namespace" --request-timeout=10s 2>&1 | tail -n 1)
[ "$answer" = "yes" ] ||
  stop "cannot patch deployments in namespace '$namespace' of '$context' (answer: $answer); check network and role"

# Names go into JSON: keep only characters that need no escaping.
plain() { printf '%s' "$1" | tr -cd '[:alnum:]._:/@-'; }
printf '{"context": "%s", "namespace": "%s", "may_deploy": true}\n' "$(plain "$context")" "$(plain "$namespace")"
