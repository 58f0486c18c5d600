#!/usr/bin/env bash
# setup.sh install GROUP...: installs what layers want of Debian, as ./pingmark does for workers: it says what, asks on
# a terminal, and does without where it may not. setup.sh lacking GROUP...: says what is not there, if anything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# What groups want: which ones, a command or file (the shell's wildcards may be in it), and the packages that bring it.
table='
cpp-kit,cpp-fuzzers   cmake                                                    cmake make
cpp-kit               g++                                                      g++
cpp-kit,cpp-fuzzers   /usr/include/nlohmann/json.hpp                           nlohmann-json3-dev
cpp-kit               /usr/include/gtest/gtest.h                               libgtest-dev
cpp-fuzzers           clang++                                                  clang
cpp-fuzzers           /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*  libclang-rt-dev
java-kit,units        javac                                                    openjdk-17-jdk-headless
java-kit              mvn                                                      maven
java-libraries        /usr/share/maven-repo/org/junit/jupiter/junit-jupiter-api  junit5
browser,units,commands  npm                                                    nodejs npm
browser               chromium                                                 chromium
lint                  clang-format                                             clang-format
lint                  clang-format-19                                          clang-format-19
units                 /usr/share/java/hdrhistogram.jar                         libhdrhistogram-java
units                 /usr/bin/python3                                         python3
units                 /usr/lib/python3/dist-packages/prometheus_client         python3-prometheus-client
units                 /usr/lib/python3/dist-packages/junitparser               python3-junitparser
release,units         jq                                                       jq
release               git                                                      git
commands              ip                                                       iproute2
commands              zsh                                                      zsh
commands              fish                                                     fish
commands              /usr/lib/postgresql/*/bin/postgres                       postgresql
commands              promtool                                                 prometheus
commands              ssh                                                      openssh-client
commands              /usr/sbin/sshd                                           openssh-server
commands              /usr/sbin/munged                                         munge
commands              /usr/sbin/slurmctld                                      slurmctld
commands              /usr/sbin/slurmd                                         slurmd
commands              srun                                                     slurm-client
'

# Prints TOOL PACKAGE... a line for each that is not there.
unmet() {
  local group tool packages
  for group in "$@"; do
    case $group in
      '' | tests/known-answers) ;;
      workers/*) of_workers "$group" ;;
      gate) unmet cpp-kit java-kit java-libraries units browser lint 'workers/*/*' ;;
      java-libraries) of_table "$group" && of_workers workers/java/sockets ;;
      cpp-workers) of_workers 'workers/cpp/*' ;;
      *)
        of_table "$group" | grep . || {
          echo "setup.sh knows no $group" >&2
          exit 1
        }
        ;;
    esac
  done | sort -u | while read -r tool packages; do
    command -v "$tool" >/dev/null || compgen -G "$tool" >/dev/null || echo "$tool $packages"
  done
}

of_table() {
  local groups wanted
  while read -r groups wanted; do
    [[ ,$groups, != *,$1,* ]] || echo "$wanted"
  done <<<"$table"
}

# What workers want is in their manifests.
of_workers() {
  # shellcheck disable=SC2086  # a pattern
  sed -nE 's/.*\{"(command|file)": "([^"]+)", "debian": \[("[^]]+)\].*/\2 \3/p' $1/worker.json | tr -d '",'
}

install() {
  local packages answer privilege=() log=.pingmark/test/setup.log
  packages=$(unmet "$@" | cut -d' ' -f2- | tr ' ' '\n' | sort -u | paste -sd' ')
  if [[ ! $packages || ${PINGMARK_NO_INSTALL-} == 1 ]]; then
    return
  fi
  ((EUID == 0)) || privilege=(sudo -n)
  if ! "${privilege[@]}" apt-get --version >/dev/null 2>&1; then
    echo "not installed, for apt-get needs root here: $packages"
    return
  fi
  # Where there is no terminal, as in CI, nobody needs to be asked.
  if [[ -t 0 && -t 1 ]]; then
    read -rp "Install the Debian packages that tests lack ($packages)? [Y/n] " answer || return 0
    [[ ${answer,,} =~ ^(|y|yes)$ ]] || return 0
  fi
  echo "installing Debian packages: $packages"
  mkdir -p "$(dirname "$log")"
  # shellcheck disable=SC2086  # several words
  "${privilege[@]}" apt-get update -qq >"$log" 2>&1 &&
    "${privilege[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends $packages >>"$log" 2>&1 ||
    echo "apt-get failed, see $log; by hand: apt-get install $packages"
}

# Before Node was there, Pingmark was built without the charts of its reports.
charts() {
  [[ " $* " =~ \ (browser|units|commands)\  ]] || return 0
  [[ -f src/Pingmark/Reports/Html/charts/build/charts.js ]] || ! command -v npm >/dev/null ||
    dotnet build tests/run -c Release -v q --nologo
}

case $1 in
  install)
    install "${@:2}"
    charts "${@:2}"
    ;;
  lacking)
    unmet "${@:2}" | while read -r tool packages; do
      echo "$tool is not installed; mend: apt-get install $packages"
    done
    ;;
esac
