namespace Pingmark.Placement;

/// <summary>What is run on other machines beside the workers themselves: POSIX shell, so that nothing has to be
/// installed there first.</summary>
internal static class RemoteScripts
{
    /// <summary>
    /// One for each machine, as long as it is in use. It tells what the machine is, answers requests of one line
    /// (lines, then <c>= ID</c>), and ends all that has its mark, $1, when its stdin ends, or when nothing was
    /// heard for 3 s: a connection that is cut tells nobody. A frozen worker can't see the end of its stdin, either.
    /// What Slurm has started outlives the node's slurmd, which nobody but it could end, and nobody is told; so where
    /// that can be seen, and is gone when it is looked for twice (a restart is shorter), all is ended, too. The reason
    /// (<c>! REASON</c>) has a second to arrive before, for it goes another way than the workers' ends.
    /// </summary>
    public const string Agent = """
        mark=$1
        end_all() {
          for found in $(grep -lsaxzF -- "$mark" /proc/[0-9]*/environ); do
            process=${found#/proc/}
            kill -s KILL "${process%/environ}" 2>/dev/null
          done
        }
        slurmd() {
          set -- $(grep -lsx slurmd /proc/[0-9]*/comm)
          if [ $# -gt 1 ]; then
            name=$SLURMD_NODENAME
            set -- $(grep -lsxzF -e "$name" -e "-N$name" $(echo "$* " | sed 's/comm /cmdline /g'))
          fi
          echo "${1%/*}"
        }
        is_served() {
          [ -z "$daemon" ] && return
          [ -d "$daemon" ] && return
          another=$(slurmd)
          [ -n "$another" ] && daemon=$another
        }
        first() { [ -r "$2" ] && IFS= read -r line <"$2" && echo "$1 $line"; }
        field() { echo "$1 $(sed -n "s/^$2[[:space:]]*[:=][[:space:]]*//p" "$3" 2>/dev/null | head -n 1)"; }
        lacks=
        for command in env grep head mktemp mv sed setpriv tar taskset; do
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
        daemon=${SLURMD_NODENAME:+$(slurmd)}
        (
          trap 'missed=0' USR1
          missed=0
          gone=0
          while [ "$missed" -lt 3 ] && [ "$gone" -lt 2 ]; do
            sleep 1 >/dev/null
            missed=$((missed + 1))
            if is_served; then gone=0; else gone=$((gone + 1)); fi
          done
          if [ "$gone" -ge 2 ]; then
            echo "! its slurmd has ended: look at it there, and at \`sinfo --Node --long\`"
            sleep 1 >/dev/null
          fi
          end_all
          kill -s KILL "$agent"
        ) </dev/null 2>/dev/null &
        watch=$!
        echo '= 0'
        while read -r id request argument; do
          case $request in
            beat) kill -s USR1 "$watch"; continue ;;
            freeze) kill -s STOP "$argument" ;;
            thaw) kill -s CONT "$argument" ;;
            kill) kill -s KILL "$argument" ;;
            has) command -v "$argument" ;;
            usage) head -n 1 /proc/stat; cat /proc/net/snmp /proc/net/snmp6 2>/dev/null ;;
          esac
          echo "= $id"
        done
        kill -s KILL "$watch"
        end_all
        """;

    /// <summary>$1: where; the rest: a command, of which its own id is told first.</summary>
    public const string Worker = """
        cd "$1" || exit 1
        shift
        echo $$
        exec "$@"
        """;

    /// <summary>$1: the mark by which the agent ends it; $2: a script; the rest: its arguments. Where the way there is
    /// lost nobody may tell it so.</summary>
    public const string Marked = """
        mark=$1
        script=$2
        shift 2
        exec env "$mark" /bin/sh -c "$script" sh "$@"
        """;

    /// <summary>
    /// Takes an archive from stdin into a folder, $1, of the user's cache. Others see it whole or not at all, and who
    /// comes later finds it there.
    /// </summary>
    public const string Store = """
        set -e
        cache=${XDG_CACHE_HOME:-$HOME/.cache}/pingmark
        if [ -f "$cache/$1/$2" ]; then echo "there $cache/$1"; exit 0; fi
        mkdir -p "$cache"
        new=$(mktemp -d "$cache/.incoming.XXXXXX")
        trap 'rm -rf "$new"' EXIT
        echo send
        tar -xf - -C "$new"
        [ -f "$new/$2" ]
        mv -T "$new" "$cache/$1" 2>/dev/null || [ -f "$cache/$1/$2" ]
        echo "there $cache/$1"
        """;
}
