# shellcheck shell=bash
# A part of release: a Debian package of the tree of an archive.

# TREE PLATFORM TO WORK
debian() {
  local architecture=${2#linux-} root=$4/root
  architecture=${architecture/x64/amd64}
  rm -rf "$4"
  mkdir -p "$root"/{DEBIAN,usr/bin,usr/lib,usr/share/doc/pingmark,usr/share/lintian/overrides}
  cp -rp "$1" "$root/usr/lib/pingmark"
  # What Debian has places of its own for.
  rm "$root"/usr/lib/pingmark/LICENSE
  mv "$root"/usr/lib/pingmark/{docs,README.md,CONTRIBUTING.md,SECURITY.md,licenses,sbom.cdx.json} \
    "$root/usr/share/doc/pingmark"
  ln -s ../lib/pingmark/pingmark "$root/usr/bin/pingmark"
  gzip -9n <"$1/CHANGELOG.md" >"$root/usr/share/doc/pingmark/changelog.gz"
  rm "$root/usr/lib/pingmark/CHANGELOG.md"
  copyright >"$root/usr/share/doc/pingmark/copyright"
  completions "$root"
  cp packaging/lintian-overrides "$root/usr/share/lintian/overrides/pingmark"
  control "$architecture" "$root" >"$root/DEBIAN/control"
  (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
  settle "$root"
  dpkg-deb --root-owner-group -Zxz --build "$root" "$3/pingmark_${version}_$architecture.deb" >/dev/null
}

control() {
  cat <<END
Package: pingmark
Version: $version
Architecture: $1
Maintainer: Pingmark <pingmark@localhost>
Installed-Size: $(du -sk --apparent-size "$2/usr" | cut -f1)
Depends: bash, libc6 (>= 2.36), libgcc-s1, libstdc++6, util-linux
Recommends: libssl3, g++, cmake, make, nlohmann-json3-dev, default-jdk-headless, maven
Suggests: dotnet-sdk-10.0
Section: net
Priority: optional
Description: benchmark of networking stacks in C#, Java and C++
 Pingmark runs the same workload against networking stacks of .NET, Java and
 C++, and against servers of Go, Rust, Node.js, Python and Lua, over real
 sockets. It reports round-trip times, throughput and the CPU cost of each
 side, each with a confidence interval, and compares stacks with a verdict.
 .
 Its workers are built from their sources in a cache folder of the user.
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

# The program makes the completions itself.
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
