using System.Globalization;
using System.Text;

namespace Pingmark.Hostile.Tests.Harness;

/// <summary>A process that has left everything by which its family is known: parent, session, group and environment.
/// Its command line alone tells it from others.</summary>
internal sealed class Stray
{
    private const int Longest = 1_000_000,
        Least = 100_000;

    /// <summary>It sleeps for days, by a number that no other has.</summary>
    private readonly string _seconds = Random.Shared.Next(Least, Longest).ToString(CultureInfo.InvariantCulture);

    /// <summary>Of a shell: starts it.</summary>
    public string Command => $"(setsid env -i sleep {_seconds} </dev/null >/dev/null 2>&1 &)";

    /// <summary>Of a shell: waits until it is there. A zombie has no command.</summary>
    public string Awaited =>
        $"until cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -q 'sleep {_seconds} '; do :; done";

    public bool IsAlive => ProcessOfRun.Pids().Any(Is);

    private bool Is(int pid)
    {
        try
        {
            return Encoding.UTF8.GetString(File.ReadAllBytes($"/proc/{pid}/cmdline")) == $"sleep\0{_seconds}\0";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
