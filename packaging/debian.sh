# shellcheck shell=bash
# A part of release: a Debian package of the tree of an archive.

# TREE PLATFORM TO WORK
debian() {
  local architecture=${2#linux-} root=$4/root
  architecture=${architecture/x64/amd64}
  rm -rf "$4"
  mkdir -p "$root"/{DEBIAN,usr/bin,usr/lib,usr/share/doc/pingmark,usr/share/man,usr/share/lintian/overrides}
  cp -rp "$1" "$root/usr/lib/pingmark"
  # What Debian has places of its own for.
  rm "$root"/usr/lib/pingmark/LICENSE
  mv "$root"/usr/lib/pingmark/{docs,README.md,CONTRIBUTING.md,SECURITY.md,licenses,sbom.cdx.json} \
    "$root/usr/share/doc/pingmark"
  ln -s ../lib/pingmark/pingmark "$root/usr/bin/pingmark"
  gzip -9n <"$1/CHANGELOG.md" >"$root/usr/share/doc/pingmark/changelog.gz"
  changelog | gzip -9n >"$root/usr/share/doc/pingmark/changelog.Debian.gz"
  rm "$root/usr/lib/pingmark/CHANGELOG.md"
  copyright >"$root/usr/share/doc/pingmark/copyright"
  manual "$root"
  completions "$root"
  cp packaging/lintian-overrides "$root/usr/share/lintian/overrides/pingmark"
  control "$architecture" "$root" >"$root/DEBIAN/control"
  (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
  settle "$root"
  # Several threads would make other bytes on a machine with more cores.
  dpkg-deb --root-owner-group -Zxz --threads-max=1 --build "$root" \
    "$3/pingmark_${version}-1_$architecture.deb" >/dev/null
}

# Whoever publishes the package says who they are by Debian's own variables.
maintainer() {
  echo "${DEBFULLNAME:-Pingmark maintainers} <${DEBEMAIL:-maintainers@pingmark.invalid}>"
}

# As Debian's tools count, which is the same on all file systems.
installed_kib() {
  find "$1" -printf '%y %s\n' | awk '{ kib += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print kib }'
}

changelog() {
  cat <<END
pingmark ($version-1) unstable; urgency=medium

  * Made by ./release of commit $commit; changelog.gz says what is new.

 -- $(maintainer)  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
}

control() {
  cat <<END
Package: pingmark
Version: $version-1
Architecture: $1
Maintainer: $(maintainer)
Installed-Size: $(installed_kib "$2/usr")
Depends: libc6 (>= 2.36), libgcc-s1, libssl3 | libssl3t64, libstdc++6
Recommends: default-jre-headless
Suggests: cmake, default-jdk-headless, dotnet-sdk-10.0, g++, make, maven, nlohmann-json3-dev
Section: net
Priority: optional
Description: benchmark of networking stacks in C#, Java and C++
 Pingmark runs the same workload against networking stacks of .NET, Java and
 C++, and against servers of Go, Rust, Node.js, Python and Lua, over real
 sockets. It reports round-trip times, throughput and the CPU cost of each
 side, each with a confidence interval, and compares stacks with a verdict.
 .
 Workers on plain sockets come built. Those on libraries are built from their
 sources in a cache folder of the user, by compilers of the machine.
END
}

copyright() {
  echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'
  echo 'Upstream-Name: pingmark'
  echo
  echo 'Files: *'
  echo "Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE | head -1)"
  echo 'License: Expat'
  sed -n '/^Permission/,$p' LICENSE | sed 's/^$/./; s/^/ /'
  echo
  echo 'Files: usr/lib/pingmark/program/*'
  echo 'Copyright: .NET Foundation and Contributors, and the authors of libraries'
  echo 'License: Expat and others'
  echo ' What each library is, and under which licence, is in sbom.cdx.json and licenses/ in this folder.'
}

# Pages and completions are made by the program itself.
manual() {
  local page
  "$pingmark" man --to "$1/usr/share/man/man1"
  for page in "$1"/usr/share/man/man1/*.1; do
    gzip -9n "$page"
  done
}

completions() {
  local share=$1/usr/share
  mkdir -p "$share"/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
  "$pingmark" completion bash >"$share/bash-completion/completions/pingmark"
  "$pingmark" completion fish >"$share/fish/vendor_completions.d/pingmark.fish"
  {
    echo '#compdef pingmark'
    "$pingmark" completion zsh
    # The file is the function when it is first called.
    # shellcheck disable=SC2016  # of zsh
    echo '_pingmark "$@"'
  } >"$share/zsh/vendor-completions/_pingmark"
}
