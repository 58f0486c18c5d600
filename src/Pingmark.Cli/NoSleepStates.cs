using System.CommandLine;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Cli;

/// <summary>The option <c>--no-sleep-states</c>, and its note in reports.</summary>
internal static class NoSleepStates
{
    public static Option<bool> Option() =>
        new("--no-sleep-states")
        {
            Description =
                $"Keep the cores awake meanwhile ({SleepStates.Device}, which needs root or a permission): no blocking "
                + "stack then waits for a core to wake up",
        };

    public static IReadOnlyList<Note> Notes(SleepStates? held) => held is null ? [] : [SleepStates.Note];
}
