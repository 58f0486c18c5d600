# shellcheck shell=bash
# What try-install does in the bare Debian, as root: KIND WITH ARGUMENT..., those of `pingmark run`.
set -u
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 TIMEFORMAT='%R s (%U s of CPU, and %S s of the kernel)'
kind=$1 with=$2 failed=0
shift 2
said=/var/tmp/said
cd /var/tmp/package || exit

# A release's two words for each kind, and what it needs that a bare Debian has not.
needs_deb() { :; }
install_deb() { apt-get install -y --no-install-recommends ./*.deb; }
remove_deb() { apt-get purge -y pingmark && apt-get autoremove -y --purge; }

needs_gz() { echo libssl3; }
install_gz() {
  # shellcheck disable=SC2016  # of the user's shell
  as_user sh -ec 'mkdir -p ~/.local/bin; tar -xzf /var/tmp/package/*.tar.gz -C ~
    ln -s ~/pingmark-*/pingmark ~/.local/bin/'
}
# shellcheck disable=SC2016
remove_gz() { as_user sh -c 'rm -r ~/pingmark-* ~/.local/bin/pingmark'; }

needs_nupkg() { printf '%s\n' libssl3 libstdc++6; }
install_nupkg() { as_user dotnet tool install --global pingmark --source /var/tmp/package; }
remove_nupkg() { as_user dotnet tool uninstall --global pingmark; }

# Its own words, exit code and times.
step() {
  local what=$1 code
  shift
  { time "$@" >$said 2>&1; } 2>/var/tmp/took
  code=$?
  printf '%s: exit code %d, %s\n' "$what" $code "$(cat /var/tmp/took)"
  ((code == 0)) && return
  failed=1
  tail -20 $said | sed 's/^/    /'
}

# .NET's SDK needs ICU, or to be told that there is none.
as_user() {
  setpriv --reuid 1000 --regid 1000 --clear-groups env -i -C /home/user HOME=/home/user TERM=dumb LC_ALL=C.UTF-8 \
    PATH=/home/user/.local/bin:/home/user/.dotnet/tools:/usr/share/dotnet:/usr/local/bin:/usr/bin:/bin \
    DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 \
    SSL_CERT_FILE=/var/tmp/ca-certificates.crt PINGMARK_ACCEPT_NOISE=1 "$@"
}

# All that a package could leave, but for what apt keeps of all packages.
files() {
  {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /var/tmp -o -path /var/lib/apt \
      -o -path /var/cache -o -path /var/log -o -path /home/user -o -path /usr/share/dotnet \) -prune -o -print
    find /tmp /dev/shm -mindepth 1 -regextype egrep "${of_sdk[@]}"
  } | sort
}
of_sdk=()
# What .NET's SDK keeps for its next build, some of it named by chance alone.
[[ $kind != nupkg ]] || of_sdk=(! -regex '/tmp/(NuGetScratch|MSBuildTemp|\.dotnet|[[:alnum:]]{6}$).*')

# The user's own: runs, built workers, and the machine's noise; and what .NET's SDK keeps for itself.
not_the_users_own() {
  find /home/user -type f | grep -vE '^/home/user/(runs|\.cache/pingmark|\.local/state/pingmark)/' |
    if [[ $kind == nupkg ]]; then grep -vE '^/home/user/(\.dotnet|\.nuget|\.local/share/NuGet)/'; else cat; fi
}

mount -t proc proc /proc
mount -t sysfs -o ro none /sys
mount -t tmpfs none /tmp
mkdir -p /dev/shm
mount -t tmpfs none /dev/shm
step 'apt-get update' apt-get update
mapfile -t needs < <("needs_$kind" && echo "$with" | tr ',' '\n' | grep .)
((${#needs[@]} == 0)) ||
  step "apt-get install ${needs[*]}" apt-get install -y --no-install-recommends "${needs[@]}"
useradd --create-home --skel /dev/null --uid 1000 user
files >/var/tmp/before
step install "install_$kind"
grep '^Setting up' $said | sed 's/^/    /'
step 'pingmark --version' as_user pingmark --version
sed 's/^/    /' $said
step 'pingmark list stacks' as_user pingmark list stacks
step "pingmark run $*" as_user pingmark run "$@"
sed -n '/^Answer/,/^$/s/^/    /p' $said
[[ $kind != deb ]] || step 'its manual page' test -s /usr/share/man/man1/pingmark-run.1.gz
step uninstall "remove_$kind"
files >/var/tmp/after
left=$(comm -13 /var/tmp/before /var/tmp/after && not_the_users_own)
echo "left that is not the user's own: ${left:-nothing}"
echo "the user's own, in files and KiB:"
for folder in /home/user/{runs,.cache/pingmark,.local/state/pingmark,.dotnet,.nuget,.local/share/NuGet}; do
  [[ ! -d $folder ]] || echo "    $folder: $(find "$folder" -type f | wc -l), $(du -sk "$folder" | cut -f1)"
done
[[ ! $left ]] && exit $failed
exit 1
