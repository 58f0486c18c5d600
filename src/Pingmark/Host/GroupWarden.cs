using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>
/// Ends the process groups of this process when it ends, SIGKILL included. The parent-death signal reaches a child, and
/// not what that has started; so a shell in a session of its own is told of every group, and kills those that are left
/// at the end of its stdin.
/// </summary>
internal sealed class GroupWarden
{
    private const string Script = """
        groups=' '
        while read -r change group; do
          case $change in
            +) groups="$groups$group " ;;
            -) groups="${groups%% $group *} ${groups#* $group }" ;;
          esac
        done
        for group in $groups; do kill -s KILL -- "-$group"; done
        """;

    private readonly Process _shell;

    public GroupWarden()
    {
        var info = new ProcessStartInfo("setsid", ["/bin/sh", "-c", Script])
        {
            WorkingDirectory = "/",
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // It is of no command, and outlives each.
        info.Environment.Clear();
        _shell = Process.Start(info)!;
    }

    public void Add(int group) => Tell('+', group);

    public void Remove(int group) => Tell('-', group);

    private void Tell(char change, int group)
    {
        try
        {
            _shell.StandardInput.Write($"{change} {group}\n");
            _shell.StandardInput.Flush();
        }
        catch (IOException)
        { /* Somebody ended it. Children still have the parent-death signal. */
        }
    }
}
