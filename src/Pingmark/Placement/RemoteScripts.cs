namespace Pingmark.Placement;

/// <summary>The scripts that are run on other machines beside the workers themselves. They are of POSIX shell, so that
/// nothing has to be installed there first. What they remove they have made, and every word of others is
/// quoted.</summary>
internal static class RemoteScripts
{
    /// <summary>The commands that each machine must have.</summary>
    public const string Needs = "env flock grep head mktemp mv sed setpriv tar taskset";

    /// <summary>
    /// One for each machine, as long as it is in use. It tells what the machine is, answers requests of one line
    /// (lines, then <c>= ID</c>), and ends all that has its mark, $1, when its stdin ends, or when nothing was
    /// heard for 3 s (4 where a second had just begun): a connection that is cut tells nobody. A frozen worker can't
    /// see the end of its stdin, either. <c>! silence</c> is the reason, whose words are this side's. A second look
    /// finds what a build started while the first one was under way; who has been killed starts nothing more.
    /// </summary>
    public const string Agent = $$"""
        mark=$1
        end_all() {
          for look in first second; do
            for found in $(grep -lsaxzF -- "$mark" /proc/[0-9]*/environ); do
              process=${found#/proc/}
              kill -s KILL "${process%/environ}" 2>/dev/null
            done
          done
        }
        first() { [ -r "$2" ] && IFS= read -r line <"$2" && echo "$1 $line"; }
        field() { echo "$1 $(sed -n "s/^$2[[:space:]]*[:=][[:space:]]*//p" "$3" 2>/dev/null | head -n 1)"; }
        lacks=
        for command in {{Needs}}; do
          command -v "$command" >/dev/null || lacks="$lacks $command"
        done
        echo "lacks $lacks"
        echo "connection $SSH_CONNECTION"
        echo "arch $(uname -m)"
        echo "kernel $(uname -r)"
        first machine /proc/sys/kernel/random/boot_id
        first congestion /proc/sys/net/ipv4/tcp_congestion_control
        first rmem /proc/sys/net/core/rmem_max
        first wmem /proc/sys/net/core/wmem_max
        first clock /sys/devices/system/clocksource/clocksource0/current_clocksource
        field cpu 'model name' /proc/cpuinfo
        field os PRETTY_NAME /etc/os-release
        field cores Cpus_allowed_list /proc/self/status
        agent=$$
        (
          # Nothing is asked of this shell before: a beat without the trap would end who waits for it.
          trap 'missed=0' USR1
          echo '= 0'
          missed=0
          while [ "$missed" -lt 4 ]; do
            sleep 1 >/dev/null
            missed=$((missed + 1))
          done
          echo '! silence'
          end_all
          kill -s KILL "$agent"
        ) </dev/null 2>/dev/null &
        watch=$!
        while read -r id request argument; do
          case $request in
            beat) kill -s USR1 "$watch"; continue ;;
            freeze) kill -s STOP "$argument" ;;
            thaw) kill -s CONT "$argument" ;;
            kill) kill -s KILL "$argument" ;;
            has) command -v "$argument" ;;
            exists) [ -e "$argument" ] && echo yes ;;
            usage) head -n 1 /proc/stat; cat /proc/net/snmp /proc/net/snmp6 2>/dev/null ;;
          esac
          echo "= $id"
        done
        kill -s KILL "$watch"
        end_all
        """;

    /// <summary>Starts a worker. $1 is what the line begins with that tells the process's own id, for a shell may greet
    /// first; $2 is the folder in which the worker runs; the rest is its command.</summary>
    public const string Worker = """
        token=$1
        cd "$2" || exit 1
        shift 2
        echo "$token $$"
        exec "$@"
        """;

    /// <summary>Runs a script with a mark. $1 is the mark by which the agent ends it, $2 is the script, and the rest
    /// are its arguments. Where the connection is lost nobody may tell the script so. What it says is English, as this
    /// side knows it.</summary>
    public const string Marked = """
        mark=$1
        script=$2
        shift 2
        exec env -u LC_ALL LC_MESSAGES=C "$mark" /bin/sh -c "$script" sh "$@"
        """;

    /// <summary>
    /// Takes an archive from stdin into a folder, $2, of the user's cache, whose last file is $3 and lists the others.
    /// Others see it whole or not at all, and who comes later finds it there, unless somebody has removed a part of
    /// it. Its lines begin with $1; its answer is the last thing that it does, since who has that may end it.
    /// </summary>
    public const string Store =
        Incoming
        + """

            place "$new/files" "$2" "$3"
            remove "$new"
            echo "$1 there $cache/$2"
            """;

    /// <summary>The word by which a build says that the cache is on a file system from which programs can't be
    /// run.</summary>
    public const string NoExec = "noexec";

    /// <summary>
    /// The same of sources: by the script $7, in their folder $4 and within $6 seconds, they become the file $5, which
    /// is what is kept. Lines without $1 are the build's. Where nothing may be run, nothing is built.
    /// </summary>
    public const string Build =
        Incoming
        + $$"""

            chmod u+x "$new/lock"
            if [ ! -x "$new/lock" ]; then
              remove "$new"
              echo "$1 failed {{NoExec}}"
              exit 0
            fi
            code=0
            (cd "$new/files/$4" && exec timeout -k 5 "$6" sh -c "$7" </dev/null 2>&1) || code=$?
            made=$new/files/$4/$5
            if [ "$code" -eq 0 ] && [ ! -f "$made" ]; then code=none; fi
            if [ "$code" = 0 ]; then
              mkdir -p "$new/kept/$(dirname "$5")"
              mv "$made" "$new/kept/$5"
              echo "$5" >"$new/kept/$3"
              place "$new/kept" "$2" "$3"
            fi
            remove "$new"
            if [ "$code" = 0 ]; then echo "$1 there $cache/$2"; else echo "$1 failed $code"; fi
            """;

    /// <summary>
    /// That it goes on is told each second. All is done from within the cache folder, which must be this user's own, by
    /// names that this has made: whatever the path to it is led to meanwhile, nothing else is removed. What a killed
    /// one has left is known by its lock, which the kernel gave back, or which a build that goes on still has; the file
    /// has that name only once it is locked. Locks of other machines that share the folder may not be seen here, so
    /// these are left to them. Files have the time there: a build compares it with that of what it makes.
    /// </summary>
    private const string Incoming = """
        set -e
        umask 077
        while kill -0 $$ && sleep 1 >/dev/null; do echo "$1 beat"; done 2>/dev/null &
        beats=$!
        trap 'kill "$beats"' EXIT
        remove() { rm -rf -- "./$1"; }
        cache=${XDG_CACHE_HOME:-$HOME/.cache}/pingmark
        mkdir -p -- "$cache"
        CDPATH= cd -P -- "$cache"
        cache=$(pwd -P)
        if [ ! -O . ]; then echo "the cache folder there is another user's" >&2; exit 1; fi
        host=$(uname -n)
        for old in ".incoming.$host".??????; do
          if [ -L "$old" ] || [ -L "$old/lock" ] || [ ! -f "$old/lock" ]; then continue; fi
          (flock -n 8 && remove "$old") 8>>"$old/lock" 2>/dev/null || :
        done
        is_whole() {
          [ -f "$1/$2" ] && while IFS= read -r file; do [ -f "$1/$file" ] || return 1; done <"$1/$2"
        }
        place() {
          mv -T "$1" "$2" 2>/dev/null || is_whole "$2" "$3" || { mv -T "$2" "$new/damaged" && mv -T "$1" "$2"; }
        }
        if is_whole "$2" "$3"; then echo "$1 there $cache/$2"; exit 0; fi
        new=$(mktemp -d ".incoming.$host.XXXXXX")
        trap 'kill "$beats"; remove "$new"' EXIT
        exec 9>"$new/making"
        flock -n 9 2>/dev/null || :
        mv "$new/making" "$new/lock"
        mkdir "$new/files"
        echo "$1 send"
        tar -xmf - -C "$new/files"
        [ -f "$new/files/$3" ]
        """;
}
