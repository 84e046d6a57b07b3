#!/bin/sh
# Post hook: a deployment is finished when every workload of the namespace has rolled out.
set -u

usage() {
  cat <<'TEXT'
Usage: verify-rollout.sh

Asks the rollout status of each deployment, stateful set and daemon set (at most 50) and
prints one JSON object with the workloads that are not ready.

Environment:
  DEPLOY_NAMESPACE  the namespace to look at (default: default)
  DEPLOY_SELECTOR   label selector, such as app=web (default: all workloads)
  DEPLOY_TIMEOUT    how long to wait for each workload (default: 20s)

Exit codes: 0 all ready, 2 not ready or not checkable (the reason is on stderr).
TEXT
}

stop() {
  printf 'verify-rollout: %s\n' "$1" >&2
  exit 2
}

case "${1:-}" in
  -h | --help) usage; exit 0 ;;
  "") ;;
  *) stop "found argument '$1', expected none; see --help" ;;
esac

namespace=${DEPLOY_NAMESPACE:-default}
workloads=$(kubectl get deployments,statefulsets,daemonsets --namespace "$namespace" \
  --selector "${DEPLOY_SELECTOR:-}" --output name --request-timeout=10s 2>&1) ||
  stop "cannot list workloads of namespace '$namespace' ($workloads); check context and network"

ready=0
waiting=""
for workload in $(printf '%s\n' "$workloads" | grep / | head -n 50); do
  if status=$(kubectl rollout status "$workload" --namespace "$namespace" --timeout="${DEPLOY_TIMEOUT:-20s}" 2>&1); then
    ready=$((ready + 1))
  else
    waiting="$waiting${waiting:+, }\"$workload\""
    printf 'verify-rollout: %s: %s\n' "$workload" "$(printf '%s' "$status" | tail -n 1)" >&2
  fi
done

printf '{"ready": %d, "not_ready": [%s]}\n' "$ready" "$waiting"
[ -z "$waiting" ] ||
  stop "not ready in namespace '$namespace': $waiting; look with kubectl describe, go back with kubectl rollout undo"
