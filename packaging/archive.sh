# shellcheck shell=bash
# A part of release: the tree of an archive, piece by piece.

# FOLDER PLATFORM ARTIFACTS: the command line with its runtime, built apart from the builds of a checkout.
program() {
  local log
  log=$(dotnet publish src/Pingmark.Cli -c Release -p:ReleasePlatform="$2" --nologo -v q \
    --artifacts-path "$3" -o "$1" -nodeReuse:false -p:UseSharedCompilation=false -p:RunAnalyzers=false \
    -p:DebugType=none -p:ContinuousIntegrationBuild=true 2>&1) || {
    echo "$log" >&2
    return 1
  }
  # Windows' part of what reads recordings.
  rm -rf "$1"/{amd64,arm64,x86}
  find "$1" -name '*.xml' -delete
}

# FOLDER: what is read at run time, and what workers are built from.
sources() {
  git ls-files -z -- suites workers protocol docs pingmark LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md \
    Directory.Build.props Directory.Packages.props .editorconfig | xargs -0 cp -p --parents -t "$1"
}

# FOLDER PROGRAM: the licences of what is in the program.
licences() {
  local library folder file packages
  packages=$(dotnet nuget locals global-packages --list | sed 's/^[^:]*: //')
  mkdir -p "$1"
  while read -r library; do
    folder=$packages/${library,,}
    for file in "$folder"/{LICENSE,License,license,THIRD-PARTY-NOTICES,NOTICE}{,.txt,.TXT,.md}; do
      [[ ! -f $file ]] || cp "$file" "$1/$(tr / - <<<"$library")-${file##*/}"
    done
  done < <(jq -r '.libraries | keys[] | sub("^runtimepack\\."; "")' "$2/pingmark.deps.json")
  for file in src/Pingmark/Reports/Html/charts/node_modules/{echarts,zrender}/{LICENSE,NOTICE}; do
    [[ ! -f $file ]] || cp "$file" "$1/$(basename "$(dirname "$file")")-${file##*/}"
  done
}

# FOLDER PLATFORM WORKER,...: workers as they are built, by the paths of their sources. Those of C++ hold their library
# of C++, and are of this machine's processor.
workers() {
  local worker manifest output root=$work/built
  rm -rf "$root"
  mkdir -p "$root/suites"
  git ls-files -z -- workers Directory.Build.props Directory.Packages.props .editorconfig |
    xargs -0 cp -p --parents -t "$root"
  for worker in ${3//,/ }; do
    manifest=$root/workers/$worker/worker.json
    if [[ $(jq -r '.start[0]' "$manifest") == '{output}' && $2 != "$(platform_here)" ]]; then
      continue
    fi
    PINGMARK_NO_INSTALL=1 PINGMARK_ROOT=$root \
      LDFLAGS='-static-libstdc++ -static-libgcc' CXXFLAGS="-ffile-prefix-map=$root=." \
      ContinuousIntegrationBuild=true DebugType=none "$pingmark" build "$worker" || continue
    output=workers/$worker/$(jq -r .output "$manifest")
    [[ $output != *.dll ]] || output=${output%/*}
    mkdir -p "$1/$(dirname "${output#workers/}")"
    cp -r "$root/$output" "$1/$(dirname "${output#workers/}")"
  done
}

platform_here() {
  case $(uname -m) in
    aarch64) echo linux-arm64 ;;
    *) echo linux-x64 ;;
  esac
}

# PROGRAM PLATFORM ARTIFACTS: what is in the program, as CycloneDX: the packages of NuGet as the tool finds them, the
# runtime, and the charts of its pages.
sbom() {
  local log found=$3/sbom
  log=$(dotnet tool restore 2>&1 && dotnet tool run dotnet-CycloneDX src/Pingmark.Cli/Pingmark.Cli.csproj \
    --disable-package-restore --base-intermediate-output-path "$3" -F Json --no-serial-number -rs -o "$found" \
    -fn packages.json 2>&1) || {
    echo "$log" >&2
    return 1
  }
  jq -S --arg version "$version" --arg platform "$2" --arg date "$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)" \
    --slurpfile npm src/Pingmark/Reports/Html/charts/package-lock.json --slurpfile program "$1/pingmark.deps.json" \
    -f packaging/sbom.jq "$found/packages.json"
}

# FOLDER: rights and dates that are the same wherever it is made.
settle() {
  find "$1" -type d -exec chmod 755 {} +
  find "$1" -type f -perm /111 -exec chmod 755 {} +
  find "$1" -type f ! -perm /111 -exec chmod 644 {} +
  find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

# FOLDER TO
archive() {
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu \
    -C "$(dirname "$1")" -cf - "$(basename "$1")" | gzip -9n >"$2/$(basename "$1").tar.gz"
}
