#!/usr/bin/env bash
# Installs FerretDB, the server of MongoDB's wire protocol that the tests run on, as BIN_DIR/ferretdb.
#   scripts/install-ferretdb.sh BIN_DIR
# Needs Go 1.22 or later. Does nothing where a ferretdb of that version is on the PATH.
set -euo pipefail

version=v1.24.0
module=github.com/FerretDB/FerretDB
bin_dir=${1:?usage: scripts/install-ferretdb.sh BIN_DIR}

if ferretdb --version 2>/dev/null | grep -qF "$version"; then exit 0; fi
mkdir -p "$bin_dir"
bin_dir=$(cd "$bin_dir" && pwd)
export GOFLAGS=-buildvcs=false

# The straight way. It asks for the list of the module's versions, which not every module proxy serves.
if GOBIN="$bin_dir" go install "$module/cmd/ferretdb@$version" \
  && "$bin_dir/ferretdb" --version | grep -qF "$version"; then
  exit 0
fi

# The same source from the module cache. The binary refuses to run without knowing its version, which an
# installed one knows from its module and a built one from this file.
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
go mod init scratch
go mod edit -require="$module@$version"
go mod download "$module@$version"
cp -r "$(go list -m -f '{{.Dir}}' "$module")" source
chmod -R u+w source
cd source
echo "$version" > build/version/version.txt
go build -o "$work/ferretdb" ./cmd/ferretdb
install -m 755 "$work/ferretdb" "$bin_dir/ferretdb"
"$bin_dir/ferretdb" --version | grep -F "$version"
