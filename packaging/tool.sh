# shellcheck shell=bash
# A part of release: a package for `dotnet tool install`, which runs on any machine with the runtime of .NET 10.

# TREE TO WORK: without built workers, which are of a platform.
tool() {
  local log tree=$3/tree
  rm -rf "$3"
  mkdir -p "$tree/program"
  cp -rp "$1"/{suites,workers,protocol,LICENSE,README.md,CHANGELOG.md,Directory.*.props,.editorconfig} "$tree"
  # Such a folder makes it an installed tree, in which nothing is built.
  echo 'The program is in the folder above.' >"$tree/program/README"
  log=$(dotnet pack src/Pingmark.Cli -c Release -p:ReleaseTree="$tree" --nologo -v q --artifacts-path "$3/artifacts" \
    -o "$2" -nodeReuse:false -p:UseSharedCompilation=false -p:RunAnalyzers=false -p:DebugType=none \
    -p:ContinuousIntegrationBuild=true 2>&1) || {
    echo "$log" >&2
    return 1
  }
}
