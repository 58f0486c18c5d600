#!/usr/bin/env bash
# layer.sh FOLDER NEEDS COMMAND...: runs a layer of tests, COMMAND being a function below. FOLDER gets its log, its
# seconds of CPU, and its results: *.trx of .NET, *.xml of others (JUnit), *.result of these scripts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=$1 needs=$2
shift 2
rm -rf "$folder"
mkdir -p "$folder"
sanitizers=$PWD/.pingmark/sanitizers
told=0

# A test that no other program tells of: OUTCOME NAME MESSAGE.
result() {
  told=$((told + 1))
  printf '%s\n%s\n%s\n' "$1" "$2" "$3" >"$folder/$(printf %03d "$told").result"
}

# In user mode and in the kernel, of all programs that were waited for.
cpu_seconds() {
  local -x LC_ALL=C
  times >"$folder/times"
  awk -F '[ms ]+' '{ sum += 60 * ($1 + $3) + $2 + $4 } END { print sum }' "$folder/times" >"$folder/cpu"
}

# Most of what tests cost is compilers' work for processes that live for a second. Where behaviour is asserted the same
# code is compiled once and quickly: without profiles, into memory that is not mapped anew for each method, and by
# HotSpot's first compiler alone.
compile_little() {
  export DOTNET_TieredPGO=0 DOTNET_EnableWriteXorExecute=0
  export JDK_JAVA_OPTIONS="-XX:TieredStopAtLevel=1 ${JDK_JAVA_OPTIONS-}"
}

# Tests of the rest are judged by the times that users are promised, and make up 20,000 hostile cases.
judge_times() {
  export PINGMARK_JUDGE_TIMES=1 PINGMARK_HOSTILE_CASES=${PINGMARK_HOSTILE_CASES:-20000}
}

# Tests of PROJECT that FILTER chooses, with variables: PROJECT FILTER NAME=VALUE...
xunit() {
  local name
  name=$(basename tests/"$1"/*.csproj .csproj)
  [[ ${2-} == *Gate!=no* ]] || judge_times
  env PINGMARK_ACCEPT_NOISE=0 "${@:3}" \
    dotnet test "tests/$1/bin/Release/net10.0/$name.dll" ${2:+--filter "$2"} \
    --logger 'trx;LogFileName=results.trx' --results-directory "$folder"
}

# Of what runtimes do, and not of how fast.
behaviour() {
  compile_little
  xunit "$1" "${2-}" "${@:3}"
}

# Layers of the gate and of the rest: FILTER.
units() {
  behaviour unit "Machine!=alone&$1"
}

hostile() {
  behaviour hostile "$1"
}

# The command line, for what it does and not for its figures. Within a process commands are tried one after the other:
# they share its output. So those that go through all stacks or suites, those that are processes with signals, and the
# one that follows a page and builds, are tried in processes of their own.
commands() {
  behaviour end-to-end "Machine!=alone&$1" PINGMARK_ACCEPT_NOISE=1 PINGMARK_LONGEST_WARM_UP_MS=400
}

other_commands() {
  commands 'Gate=no&Layer!=stacks&Layer!=processes&Layer!=nbn&Layer!=suites&Layer!=guide'
}

# Others may share the cores of this host: figures are not withheld for that.
measurements() {
  xunit end-to-end Machine=alone PINGMARK_ACCEPT_NOISE=1
}

# All of its project but what speaks with workers, which are the next functions.
protocol() {
  behaviour conformance "$1&FullyQualifiedName!~RealWorkerTests&FullyQualifiedName!~WrongWorkerTests"
}

# Of all workers, and then of wrong ones: FILTER.
conformance() {
  conformance_where "$1&(FullyQualifiedName~RealWorkerTests|FullyQualifiedName~WrongWorkerTests)"
}

# Of workers/LANGUAGE/NAME...
conformance_of() {
  export PINGMARK_TESTED="${*#workers/}"
  real_workers
}

# Of all workers, in all cases.
real_workers() {
  conformance_where 'Gate=no&FullyQualifiedName~RealWorkerTests'
}

# What a sanitizer finds ends the worker, and is in a file of its own in case that nobody looks at its end.
conformance_where() {
  local code=0 worker finding report line
  export ASAN_OPTIONS="log_exe_name=1:log_path=$folder/finding"
  export UBSAN_OPTIONS="${UBSAN_OPTIONS-}:$ASAN_OPTIONS"
  behaviour conformance "$1" || code=$?
  for finding in "$folder"/finding.*; do
    [[ -f $finding ]] || continue
    # A thread that ended while leaks were looked for is no finding.
    report=$(grep -v 'Unable to get registers from thread' "$finding") || continue
    worker=${finding##*/finding.}
    line=$(grep -m1 -E 'ERROR: |runtime error: ' <<<"$report" || head -1 <<<"$report")
    result failed "${worker%.*}: ${line##*==}" "$report"
  done
  return "$code"
}

# Workers, or all, and the servers whose answers are known, so that no measurement waits for a compiler.
build() {
  [[ " $* " != *' tests/known-answers '* ]] || export PINGMARK_WORKERS=$PWD/tests/known-answers
  if [[ " $* " == *' workers/*/* '* ]]; then
    ./pingmark build
  else
    ./pingmark build "${@#workers/}"
  fi
  result passed 'what can be built here is built' ''
}

# SOURCES BUILD SANITIZER TARGET OPTION...; one at a time in a folder.
compile() {
  mkdir -p "$2"
  flock "$2" cmake -S "$1" -B "$2" -DCMAKE_BUILD_TYPE=Release -DPINGMARK_SANITIZE="$3" "${@:5}"
  flock "$2" cmake --build "$2" --target "$4" -j2
}

# The kit's units, of which those named Clock need one: gate, clock, or all with a sanitizer, outside of the workers'
# folders, whose own builds must not look stale.
cpp_kit() {
  local tests=workers/cpp/kit/tests/build which=()
  case $1 in
    gate) which=(--exclude-regex Clock) ;;
    clock) which=(--tests-regex Clock) ;;
    *) tests=$sanitizers/$1/kit/tests ;;
  esac
  if [[ ${which[*]} ]]; then
    compile workers/cpp/kit/tests "$tests" '' all
  else
    compile workers/cpp "$sanitizers/$1" "$1" pingmark-cpp-kit-tests
  fi
  ctest --test-dir "$tests" "${which[@]}" --output-on-failure --output-junit "$folder/ctest.xml"
}

# A command for the C++ workers with sanitizers.
sanitized() {
  compile workers/cpp "$sanitizers/address" address pingmark-cpp-workers
  export PINGMARK_ROOT=$sanitizers/address/tree UBSAN_OPTIONS=print_stacktrace=1
  "$@"
}

# What they are told and sent that they should not be.
strangers() {
  behaviour hostile Fuzzes=workers
}

# Five frames a case for the workers of a language: 10,000,000, and 200,000 answers to clients. Fewer, or more, with
# PINGMARK_HOSTILE_CASES.
frames() {
  behaviour hostile "Fuzzes=workers&DisplayName~\"$1/" PINGMARK_HOSTILE_CASES="${PINGMARK_HOSTILE_CASES:-2000000}"
}

# What the C++ kit reads from the network and from stdin, under libFuzzer; 0 is another seed each time.
cpp_fuzzers() {
  local compiler seed=${PINGMARK_HOSTILE_SEED-20261122} seconds=15
  [[ $seed != random ]] || seed=0 seconds=60
  for compiler in clang++ clang++-14 ''; do
    [[ ! -f $($compiler -print-runtime-dir 2>/dev/null)/libclang_rt.fuzzer-$(uname -m).a ]] || break
  done
  if [[ ! $compiler ]]; then
    result skipped all 'clang++ has no libFuzzer; mend: apt-get install clang libclang-rt-dev'
    return
  fi
  compile workers/cpp/kit/fuzz "$sanitizers/fuzz" address all -DCMAKE_CXX_COMPILER="$compiler" \
    -DPINGMARK_FUZZ_SEED="$seed" -DPINGMARK_FUZZ_SECONDS="$seconds" -DPINGMARK_FUZZ_FOUND="$folder"
  ctest --test-dir "$sanitizers/fuzz" -j2 --output-on-failure --output-junit "$folder/ctest.xml"
}

# Its units, of which those tagged clock need one: gate or clock.
java_kit() {
  local reports=workers/java/kit/target/surefire-reports code=0 which=-Dgroups=clock
  [[ $1 == clock ]] || which=-DexcludedGroups=clock
  compile_little
  rm -rf "$reports"
  workers/java/build --test "$which" || code=$?
  cp "$reports"/*.xml "$folder"
  return "$code"
}

# Pages in a browser: gate for report.html, or rest.
browser() {
  local installed=tests/browser/node_modules/.package-lock.json code=0 file=tests/browser/report.test.js
  [[ $1 == rest ]] || file=tests/browser/page.test.js
  compile_little
  if [[ ! $installed -nt tests/browser/package-lock.json ]] &&
    ! npm ci --prefix tests/browser --ignore-scripts --no-audit --no-fund; then
    result skipped all 'npm could not install the packages of tests/browser; its log says why'
  elif [[ ! -f src/Pingmark/Reports/Html/charts/build/charts.js ]]; then
    result skipped all 'npm could not install ECharts when pingmark was built'
  else
    node --test --test-timeout=1200000 --test-reporter=spec --test-reporter-destination=stdout \
      --test-reporter=junit --test-reporter-destination="$folder/browser.xml" "$file" || code=$?
    # What colours a terminal is no XML.
    sed -i 's/\x1b\[[0-9;]*m//g' "$folder/browser.xml"
    return "$code"
  fi
}

# What is published, unpacked and used from another folder; by another user, who sees no checkout, where root tests.
release() {
  local name home as=() written log=$folder/release.log
  [[ $(uname -m) == x86_64 ]] || {
    result skipped all "no archive for $(uname -m) is tried"
    return
  }
  if ! ./release --quick --to "$folder/published" linux-x64 >"$log" 2>&1; then
    ! grep -qE 'NU1[0-9]+' "$log" || {
      result skipped all 'the runtime packs of .NET are not to be had here; release.log says why'
      return
    }
    result failed 'an archive is made' "$(tail -20 "$log")"
    return
  fi
  name=$(basename "$folder"/published/*.tar.gz .tar.gz)
  result passed 'an archive is made' ''
  # What tests make otherwise only their own user may enter.
  home=$(TMPDIR=/var/tmp mktemp -d)
  mkdir "$home/user"
  chmod 755 "$home"
  tar -xzf "$folder/published/$name.tar.gz" -C "$home"
  if ((EUID == 0)); then
    chown 65534:65534 "$home/user"
    as=(setpriv --reuid 65534 --regid 65534 --clear-groups)
    ! unshare --mount true 2>/dev/null ||
      as=(unshare --mount sh -c "mount -t tmpfs none '$PWD' && exec \"\$@\"" sh "${as[@]}")
  fi
  installed 'its version' '^pingmark .*, protocol [0-9]+$' --version
  installed 'its stacks' 'cpp/tcp-epoll' list stacks
  installed 'a run' 'report.html' run quick --stacks cpp/tcp-epoll,cpp/tcp-threads --set connections=1 --budget 8s
  written=$(find "$home/$name" -newer "$log" -print -quit)
  [[ ! $written ]] && result passed 'nothing is written where it is installed' '' ||
    result failed 'nothing is written where it is installed' "$written"
  rm -rf "$home"
}

# NAME PATTERN ARGUMENT...: the archive's command prints a line.
installed() {
  local said outcome=failed
  said=$(cd "$home/user" && "${as[@]}" env -i PATH=/usr/local/bin:/usr/bin:/bin HOME="$home/user" TMPDIR="$home/user" \
    PINGMARK_ACCEPT_NOISE=1 PINGMARK_NO_INSTALL=1 PINGMARK_LONGEST_WARM_UP_MS=400 \
    "$home/$name/pingmark" "${@:3}" 2>&1) || said+=$'\n'"it ended with $?"
  [[ ! $said =~ 'it ended with' ]] && grep -qE "$2" <<<"$said" && outcome=passed
  result "$outcome" "$1" "$said"
}

# What was started removed what it made. The .NET SDK keeps something for its next build, some of it named by chance
# alone; and runtimes could not remove everything whose processes tests killed, often with the controller that would
# have done it.
nothing_left() {
  local of_builds='NuGetScratch.*|MSBuildTemp.*|\.dotnet|system-commandline-sentinel-files|[[:alnum:]_]{6}'
  local of_killed='clr-debug-pipe-.*|dotnet-diagnostic-.*|[0-9]{4}(_[0-9]{2}){5}_[0-9]+' left outcome=passed
  left=$(find "$TMPDIR" -mindepth 1 -maxdepth 1 -printf '%f\n' | { grep -vxE "$of_builds|$of_killed" || true; } | sort)
  [[ ! $left ]] || outcome=failed
  result "$outcome" 'nothing is left' "$left"
}

source tests/run/lint.sh
exec </dev/null >>"$folder/log" 2>&1
# shellcheck disable=SC2086  # several words
lacking=$(tests/run/setup.sh lacking $needs)
if [[ $lacking ]]; then
  result skipped all "$lacking"
else
  trap cpu_seconds EXIT
  "$@"
fi
