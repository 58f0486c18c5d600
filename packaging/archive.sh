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

# TREE PLATFORM: the program's own runtime once more, by links, as a `dotnet` that runs what is built. That of another
# platform is in none of NuGet's packages.
runtime() {
  local version pack folder=$1/runtime name
  [[ $2 == "$(platform_here)" ]] || return 0
  version=$(jq -r '.libraries | keys[] | select(startswith("runtimepack.Microsoft.NETCore.App.")) | split("/")[1]' \
    "$1/program/pingmark.deps.json")
  pack=$(packages)/microsoft.netcore.app.runtime.$2/$version/runtimes/$2/lib/net10.0/Microsoft.NETCore.App.deps.json
  mkdir -p "$folder/host/fxr/$version" "$folder/shared/Microsoft.NETCore.App/$version"
  cp "$(readlink -f "$(command -v dotnet)")" "$folder/dotnet"
  # By this file a build knows that it needs another one.
  echo 'This runs workers of .NET that are built. To build some install the .NET SDK: https://dot.net' \
    >"$folder/builds-nothing"
  ln -s ../../../../program/libhostfxr.so "$folder/host/fxr/$version/"
  cp "$pack" "$folder/shared/Microsoft.NETCore.App/$version/"
  while read -r name; do
    ln -s "../../../../program/$name" "$folder/shared/Microsoft.NETCore.App/$version/$name"
  done < <(jq -r '.targets[][] | (.runtime // {}) + (.native // {}) | keys[] | sub(".*/"; "")' "$pack" | sort -u)
}

packages() {
  dotnet nuget locals global-packages --list | sed 's/^[^:]*: //; s|/$||'
}

# FOLDER: what is read at run time, and what workers are built from.
sources() {
  git ls-files -z -- suites workers protocol docs pingmark LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md \
    Directory.Build.props Directory.Packages.props .editorconfig | xargs -0 cp -p --parents -t "$1"
}

# FOLDER PROGRAM: the licences of what is in the program.
licences() {
  local library folder file packages
  packages=$(packages)
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
# of C++; for another processor they need Debian's compiler for it.
workers() {
  local worker manifest output root=$work/built compiler=() other=
  rm -rf "$root"
  mkdir -p "$root/suites"
  git ls-files -z -- workers Directory.Build.props Directory.Packages.props .editorconfig |
    xargs -0 cp -p --parents -t "$root"
  for worker in ${3//,/ }; do
    manifest=$root/workers/$worker/worker.json
    compiler=() other=
    if [[ $(jq -r '.start[0]' "$manifest") == '{output}' && $2 != "$(platform_here)" ]]; then
      compiler=("CXX=$(processor "$2")-linux-gnu-g++")
      # Libraries of headers alone are the same for all processors; those of the compiler come first.
      other=' -idirafter /usr/include'
      if ! command -v "${compiler[0]#*=}" >/dev/null; then
        echo "release: ${compiler[0]#*=} is not installed, so that $worker does not come built for $2" >&2
        continue
      fi
    fi
    env "${compiler[@]}" PINGMARK_NO_INSTALL=1 PINGMARK_ROOT="$root" \
      LDFLAGS='-static-libstdc++ -static-libgcc -s' CXXFLAGS="-ffile-prefix-map=$root=.$other" \
      ContinuousIntegrationBuild=true DebugType=none "$pingmark" build "$worker" || {
      echo "release: $worker could not be built; --built names the workers that come built" >&2
      return 1
    }
    output=workers/$worker/$(jq -r .output "$manifest")
    [[ $output != *.dll ]] || output=${output%/*}
    mkdir -p "$1/$(dirname "${output#workers/}")"
    cp -r "$root/$output" "$1/$(dirname "${output#workers/}")"
  done
}

# FOLDER LICENCES: what built workers have of others in them, a line of JSON each, and its licences.
parts() {
  local deps library jar folder file licence version
  [[ -d $1 ]] || return 0
  while read -r deps; do
    while read -r library; do
      folder=$(packages)/${library,,}
      part nuget "${library%/*}" "${library#*/}" \
        "$(sed -n 's|.*<license type="expression">\(.*\)</license>.*|\1|p' "$folder"/*.nuspec)"
    done < <(jq -r '.libraries | to_entries[] | select(.value.type == "package").key' "$deps")
  done < <(find "$1" -name '*.deps.json')
  while read -r jar; do
    while read -r folder library licence; do
      version=$(sed -n "\|<artifactId>${library#*/}<|{n;s|.*<version>\(.*\)</version>.*|\1|p}" workers/java/pom.xml)
      [[ ! $(unzip -Z1 "$jar" "$folder/*" 2>/dev/null) ]] || part maven "$library" "$version" "$licence"
    done <<'END'
com/google/gson com.google.code.gson/gson Apache-2.0
com/google/protobuf com.google.protobuf/protobuf-java BSD-3-Clause
END
  done < <(find "$1" -name '*.jar')
  for file in gcc-12-base nlohmann-json3-dev libgoogle-gson-java libprotobuf-java; do
    [[ ! -f /usr/share/doc/$file/copyright ]] || cp "/usr/share/doc/$file/copyright" "$2/$file-copyright.txt"
  done
  file=/usr/share/common-licenses/Apache-2.0
  [[ ! -f $file ]] || cp "$file" "$2/Apache-2.0.txt"
}

part() {
  jq -cn --arg kind "$1" --arg name "$2" --arg version "$3" --arg licence "${4:-NOASSERTION}" '$ARGS.named'
}

# PLATFORM: as compilers name its processor.
processor() {
  case $1 in
    linux-arm64) echo aarch64 ;;
    *) echo x86_64 ;;
  esac
}

platform_here() {
  case $(uname -m) in
    aarch64) echo linux-arm64 ;;
    *) echo linux-x64 ;;
  esac
}

# PROGRAM PLATFORM ARTIFACTS PARTS: what is in the program, as CycloneDX: the packages of NuGet as the tool finds them,
# the runtime, the charts of its pages, and what built workers have in them.
sbom() {
  local log found=$3/sbom
  log=$(dotnet tool restore 2>&1 && dotnet tool run dotnet-CycloneDX src/Pingmark.Cli/Pingmark.Cli.csproj \
    --disable-package-restore --base-intermediate-output-path "$3" -F Json --no-serial-number -rs -o "$found" \
    -fn packages.json 2>&1) || {
    echo "$log" >&2
    return 1
  }
  jq -S --arg version "$version" --arg platform "$2" --arg date "$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)" \
    --slurpfile parts "$4" --slurpfile npm src/Pingmark/Reports/Html/charts/package-lock.json \
    --slurpfile program "$1/pingmark.deps.json" \
    -f packaging/sbom.jq "$found/packages.json"
}

# FOLDER: rights and dates that are the same wherever it is made.
settle() {
  find "$1" -type d -exec chmod 755 {} +
  find "$1" -type f -perm /111 -exec chmod 755 {} +
  find "$1" -type f \( ! -perm /111 -o -name '*.so' -o -name '*.dll' -o -name '*.json' -o -iname '*.txt' \) \
    -exec chmod 644 {} +
  find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

# FOLDER TO
archive() {
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu \
    -C "$(dirname "$1")" -cf - "$(basename "$1")" | gzip -9n >"$2/$(basename "$1").tar.gz"
}
