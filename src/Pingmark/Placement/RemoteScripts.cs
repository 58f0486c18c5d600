namespace Pingmark.Placement;

/// <summary>The scripts that run on other machines beside the workers. They are of POSIX shell, so that nothing has to
/// be installed there first. They remove only what they have made, and quote every word of others.</summary>
internal static class RemoteScripts
{
    /// <summary>The commands that each machine must have.</summary>
    public const string Needs = "env flock grep head mktemp mv sed setpriv tar taskset";

    /// <summary>Runs on each machine as long as it is in use. It describes the machine, and answers requests of one
    /// line by lines and <c>= ID</c>. It kills all that has its mark, $1, when its stdin ends, or when it hears
    /// nothing for 3 to 4 s, since nobody tells it of a connection that is cut; then it says <c>! silence</c>. A
    /// second search finds what a build started during the first one.</summary>
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
          # Before the first beat, which would kill this shell without the trap.
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

    /// <summary>Starts a worker. $1 begins the line that tells the process's id, for a shell may greet first; $2 is the
    /// folder in which the worker runs; the rest is its command.</summary>
    public const string Worker = """
        token=$1
        cd "$2" || exit 1
        shift 2
        echo "$token $$"
        exec "$@"
        """;

    /// <summary>Runs a script, $2, in English and with the mark $1, by which the agent ends it; the rest are its
    /// arguments.</summary>
    public const string Marked = """
        mark=$1
        script=$2
        shift 2
        exec env -u LC_ALL LC_MESSAGES=C "$mark" /bin/sh -c "$script" sh "$@"
        """;

    /// <summary>Takes an archive from stdin into a folder, $2, of the user's cache; its last file, $3, lists the
    /// others. Others see it whole or not at all. Where it is there already, and whole, nothing is sent. Lines begin
    /// with $1; the answer is the last of them, since whoever has it may end the script.</summary>
    public const string Store =
        Incoming
        + """

            place "$new/files" "$2" "$3"
            remove "$new"
            echo "$1 there $cache/$2"
            """;

    /// <summary>The failure of a build whose cache is on a file system from which programs can't be run.</summary>
    public const string NoExec = "noexec";

    /// <summary>Takes sources likewise, and keeps the file $5, which the script $7 makes of them in their folder $4
    /// within $6 seconds. Lines without $1 are the build's.</summary>
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

    /// <summary>Prints a line each second as long as it works. It works within the cache folder, which must be this
    /// user's own, by names that it has made, so that nothing else is removed wherever the folder's path leads
    /// meanwhile. What a killed script has left is recognized by its lock, which the kernel gave back; the file gets
    /// its name once it is locked. Folders of other machines are left to them, for their locks may not be seen here.
    /// Files get the time there, since a build compares it with that of what it makes.</summary>
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
