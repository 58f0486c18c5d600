# shellcheck shell=bash
# A part of layer.sh: what can be told of the sources without running them; a test for each rule.

lint() {
  local all programs texts
  mapfile -t all < <(sources)
  mapfile -t programs < <(sources '*.cs' '*.java' '*.cpp' '*.h' '*.hpp' '*.c' '*.go' '*.sh' && scripts)
  # Where spaces at a line's end may mean something they are not looked at.
  mapfile -t texts < <(sources ':!*.md' ':!*.jsonl' ':!*.txt' ':!*.csv' ':!*.png')
  rule 'C# is as CSharpier formats it' csharp_formatted
  clang_rule 'C++ is as clang-format formats it' clang-format '*.cpp' '*.h' '*.hpp' '*.c'
  # Earlier versions than this one take Java's `switch` apart.
  clang_rule 'Java is as clang-format 19 formats it' clang-format-19 '*.java'
  tool_rule 'Go is as gofmt formats it' gofmt golang-go go_formatted
  tool_rule 'Rust is as rustfmt formats it' rustfmt rustfmt rust_formatted
  rule 'no line is longer than 120 columns' found -aE '^.{121,}' "${programs[@]}"
  rule 'no file is longer than 500 lines' longer_than 500 "${programs[@]}"
  rule 'the control part of a language has at most 300 lines' control_parts 300
  rule 'nothing is left to do' found -aE '\b(TOD[O]|FIXM[E]|XX[X]|HAC[K])\b' "${programs[@]}"
  rule 'lines end as everywhere else' odd_line_ends "${texts[@]}"
  rule 'what is built is not tracked' built_or_large "${all[@]}"
  rule 'every project is in the solution' projects_alone
  rule 'scripts can be read by bash' unreadable
}

# NAME RULE ARGUMENT...: a rule prints what it complains about.
rule() {
  local complaints outcome=passed
  complaints=$("${@:2}" 2>&1) || complaints+=$'\n'"its rule ended with $?"
  [[ ! $complaints ]] || outcome=failed
  result "$outcome" "$1" "$complaints"
}

# NAME FORMATTER PATTERN...
clang_rule() {
  if command -v "$2" >/dev/null; then
    rule "$1" clang_formatted "${@:2}"
  else
    result skipped "$1" "$2 is not installed; mend: apt-get install $2"
  fi
}

# NAME FORMATTER PACKAGE RULE
tool_rule() {
  if command -v "$2" >/dev/null; then
    rule "$1" "$4"
  else
    result skipped "$1" "$2 is not installed; mend: apt-get install $3"
  fi
}

# Files that git tracks, or would track: PATTERN...
sources() {
  local file
  git -c core.quotePath=off ls-files --cached --others --exclude-standard -- "$@" | while read -r file; do
    [[ ! -f $file ]] || echo "$file"
  done
}

# Those without an extension.
scripts() {
  local file start
  sources | while read -r file; do
    read -rN2 start <"$file" || true
    [[ ${file##*/} == *.* || $start != '#!' ]] || echo "$file"
  done
}

csharp_formatted() {
  local said
  said=$({ dotnet tool restore && dotnet csharpier check .; } 2>&1) ||
    printf '%s\n' "$said" 'dotnet csharpier format . mends it'
}

clang_formatted() {
  sources "${@:2}" | xargs -d '\n' "$1" --dry-run -Werror || echo "$1 -i FILE mends it"
}

go_formatted() {
  sources '*.go' | xargs -d '\n' -r gofmt -l | sed 's/$/: gofmt -w mends it/'
}

rust_formatted() {
  sources '*.rs' | xargs -d '\n' -r rustfmt --check --edition 2021 --config-path workers/rust ||
    echo 'rustfmt FILE mends it'
}

# grep ends with 1 where it found nothing.
found() {
  LC_ALL=C.UTF-8 grep -nH "$@" || (($? == 1))
}

longer_than() {
  wc -l "${@:2}" | awk -v most="$1" '$1 > most && $2 != "total" { print $2 ": " $1 " lines" }'
}

# All lines of what reads requests, judges and answers them, and tells what the process has used, as
# docs/write-a-server.md counts them.
control_parts() {
  local language files lines
  while read -r language files; do
    # shellcheck disable=SC2086
    lines=$(cd "workers/$language" && cat $files | wc -l)
    ((lines <= $1)) || echo "$language: $lines lines in $files"
  done <<'END'
go kit/worker.go kit/request.go kit/usage.go
lua sockets/control.lua sockets/process.lua sockets/address.lua
node kit/worker.mjs kit/process.mjs
python kit/worker.py
rust kit/src/worker.rs kit/src/request.rs kit/src/process.rs
END
}

odd_line_ends() {
  found -aE $'[ \t]$' "$@"
  found -aF $'\r' "$@"
  { find "$@" -size +0 -print0 | LC_ALL=C xargs -0 grep -zLaP '\n\z' || true; } | sed 's/$/: its last line has no end/'
}

# workers/java/build is a script, not a folder.
built_or_large() {
  printf '%s\n' "$@" | grep -E '(^|/)(bin|obj|build|target|runs|\.pingmark|\.vs)/' | sed 's/$/: is in a build folder/'
  sources ':!*.png' | xargs -d '\n' grep -laP '\x00' | sed 's/$/: is no text/'
  find "$@" -size +512k -printf '%p: %s bytes\n'
}

projects_alone() {
  local project
  sources '*.csproj' | while read -r project; do
    grep -qF "\"$project\"" Pingmark.slnx || echo "Pingmark.slnx lacks $project"
  done
}

unreadable() {
  local script
  { sources '*.sh' && scripts; } | while read -r script; do
    bash -n "$script" || true
  done
}
