#!/bin/sh
# deploy/kubernetes.yaml by Kubernetes' schema, and compose.yaml by Docker Compose where that is installed. Needs Python.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work"
"$work/bin/pip" install -q kubernetes-validate
"$work/bin/kubernetes-validate" --strict deploy/kubernetes.yaml
compose="compose.yaml not tried, as there is no Docker Compose"
if docker compose version > /dev/null 2>&1; then
  POSTGRES_PASSWORD=x METRICS_TOKEN=x docker compose --profile monitoring config --quiet
  compose="compose.yaml is valid"
fi
echo "manifests: kubernetes.yaml is valid on $(date +%F); $compose"
