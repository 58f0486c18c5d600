# shellcheck shell=bash
# A part of release: what is new, for a release's page and for those who upgrade.

# VERSION: the changelog's section of it, without its head; that of what is not released, where it has none yet.
news() {
  local section="## [$1]"
  grep -qF "$section" CHANGELOG.md || section='## [Unreleased]'
  awk -v section="$section" 'index($0, "## ") == 1 { is = index($0, section) == 1; next } is' CHANGELOG.md |
    sed '/./,$!d'
}

# The tag of the release before this commit, which may have a tag already; nothing, where there was none.
last_release() {
  git describe --tags --match 'v[0-9]*' --abbrev=0 HEAD^ 2>/dev/null || true
}

# COMMIT: the numbers of files' forms and of the workers' protocol, a line each: NAME NUMBER.
numbers() {
  {
    git grep -hoE '"pingmark\.[a-z]+/[0-9]+"' "$1" -- 'src/Pingmark/*.cs' | tr -d '"' | tr / ' '
    git grep -hoE 'int ProtocolVersion = [0-9]+' "$1" -- 'src/Pingmark/*.cs' | sed 's/.* /protocol /'
  } | sort -u
}

# TAG: what an upgrade from that release means; without one this is the first.
upgrade() {
  local changed
  printf '\n### Upgrading\n\n'
  if [[ ! $1 ]]; then
    echo 'This is the first release: there is nothing to upgrade from.'
    return
  fi
  changed=$(join -o 0,2.2,1.2 <(numbers "$1") <(numbers HEAD) | awk '$2 != $3')
  if [[ ! $changed ]]; then
    echo "Files' forms and the workers' protocol have the numbers of ${1#v}."
    return
  fi
  printf '| what | this version | %s |\n|---|---|---|\n' "${1#v}"
  awk '{ print "| `" $1 "` | " $2 " | " $3 " |" }' <<<"$changed"
  # shellcheck disable=SC2016  # of Markdown
  printf '\n%s\n' 'Build workers of another protocol anew; `pingmark report RUN` sums an earlier run up anew.'
}

# VERSION: all of it.
notes() {
  news "$1"
  upgrade "$(last_release)"
}
