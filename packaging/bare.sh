# shellcheck shell=bash
# A part of container and mirror: Debian's smallest set of packages with pingmark in it.

# PACKAGE ,MORE ARGUMENT...: arguments of mmdebstrap, the last of which are its SUITE TARGET MIRROR.
bare() {
  local package=$1 more=$2 hooks=/usr/share/mmdebstrap/hooks folder code=0
  shift 2
  folder=$(mktemp -d /var/tmp/pingmark-bare.XXXXXX)
  cp "$package" "$folder/pingmark.deb"
  # One folder of hooks leaves a tool for old roots away, the other shows the package to what runs inside. Of that an
  # empty file would stay. In a mount namespace of its own nothing stays mounted where it fails.
  unshare --mount mmdebstrap --quiet --variant=minbase --architectures="$(dpkg-deb -f "$package" Architecture)" \
    --include="ca-certificates,procps$more,$folder/pingmark.deb" \
    --hook-directory="$hooks/maybe-merged-usr" --hook-directory="$hooks/file-mirror-automount" \
    --customize-hook='rm -rf "$1"/var/tmp/*' "$@" || code=$?
  rm -rf "$folder"
  return $code
}
