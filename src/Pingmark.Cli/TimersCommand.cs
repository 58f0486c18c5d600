using System.CommandLine;
using Pingmark.Host;
using Pingmark.Reports.Renderers;
using Pingmark.Timers;

namespace Pingmark.Cli;

internal static class TimersCommand
{
    public static Command Create()
    {
        var json = new Option<bool>("--json") { Description = "Print JSON instead of tables" };
        var command = Help.Command(
            "timers",
            "Compare the clocks of .NET, Java and C++: step, cost, and error",
            [json],
            "pingmark timers",
            "pingmark timers --json"
        );
        command.SetAction((parsed, cancel) => CompareAsync(parsed.GetValue(json), cancel));
        return command;
    }

    private static async Task<int> CompareAsync(bool json, CancellationToken cancel)
    {
        var installation = Installation.Find();
        var availability = await installation.PrepareAsync(RuntimeTimers.Stacks, force: false, cancel);
        var runtimes = new List<RuntimeTimers>();
        foreach (var stack in RuntimeTimers.Stacks)
        {
            installation.Progress.Detail($"reading the clocks of {stack.Split('/')[0]}");
            runtimes.Add(
                availability(stack) is { IsAvailable: false } missing
                    ? new(stack, [], $"{missing.Reason}; mend: {missing.Mend}")
                    : await RuntimeTimers.AskAsync(installation.Starter, stack, cancel)
            );
        }
        installation.Progress.Clear();
        var comparison = new TimerComparison { Machine = Machine.Read(), Runtimes = runtimes };
        if (json)
            Screen.WriteJson(TimersReport.Json(comparison));
        else
            TerminalRenderer.Write(Terminal.Output, TimersReport.Build(comparison));
        return runtimes.TrueForAll(runtime => runtime.Problem is null) ? ExitCode.Ok
            : runtimes.Exists(runtime => runtime.Problem is null) ? ExitCode.CellFailed
            : ExitCode.NothingAvailable;
    }
}
