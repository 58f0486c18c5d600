using System.Runtime.CompilerServices;
using Pingmark.Reports.Html;
using Pingmark.Results;

namespace Pingmark.Ui;

/// <param name="Kind">What it is: <c>figures</c> (markup), <c>state</c> (text) or <c>end</c> (text); empty if nothing
/// is new.</param>
internal sealed record RunEvent(string Kind, string Data);

/// <summary>Follows a run while it is measured: whenever a block has ended it shows the figures as the run's report
/// would have them. What has not changed is not read again, for reading takes time of cores that are being
/// measured.</summary>
internal sealed class RunWatch(RunsOfFolder runs, RunStarter starter, TimeSpan interval)
{
    private const int LooksBetweenKeepAlives = 15;

    /// <summary>The longest time that a request is answered for; a browser then asks anew by itself.</summary>
    private static readonly TimeSpan MaxRequestDuration = TimeSpan.FromMinutes(10);

    public async IAsyncEnumerable<RunEvent> FollowAsync(string name, [EnumeratorCancellation] CancellationToken cancel)
    {
        var (said, looks) = ("", 0);
        Look? shown = null;
        for (var left = MaxRequestDuration; left > TimeSpan.Zero; left -= interval)
        {
            // First of all: what has ended by now is looked at, and said, as it ended.
            var isPreparing = IsPreparing(name);
            var look = LookAt(name);
            if (look is not null && look != shown)
                yield return new("figures", Render(shown = look));
            var state = State(name, look?.State);
            if (look is not { IsMeasuring: true } && !isPreparing)
            {
                yield return new("end", state);
                yield break;
            }
            if (state != said)
                yield return new("state", said = state);
            else if (++looks % LooksBetweenKeepAlives == 0)
                yield return new("", "");
            await Task.Delay(interval, cancel);
        }
    }

    private Look? LookAt(string name)
    {
        try
        {
            var run = runs.Find(name);
            return new(name, run.State, new FileInfo(Path.Combine(runs.PathOf(name), "trials.jsonl")).Length);
        }
        catch (Exception e) when (e is PingmarkException or IOException)
        {
            return null;
        }
    }

    private bool IsPreparing(string name) => starter.Last is { IsOver: false } last && last.Name == name;

    private string State(string name, RunState? run)
    {
        var mine = starter.Last is { } last && last.Name == name ? last : null;
        var said = string.Join('\n', mine?.LastLines ?? []);
        return run switch
        {
            RunState.Running => $"It is being measured.\n{said}",
            RunState.Finished => "It is finished.",
            RunState.Unfinished => "It was ended early; its report shows what had been finished by then.",
            null when mine is { ExitCode: { } code } => $"It ended with exit code {code}.\n{said}",
            null when mine is not null => $"It is being prepared.\n{said}",
            _ => "There is no such run.",
        };
    }

    private string Render(Look look)
    {
        try
        {
            using var folder = RunFolder.Open(runs.PathOf(look.Name));
            return HtmlReport.Fragment(SummedRun.Read(folder).Summary, look.IsMeasuring);
        }
        catch (PingmarkException e)
        {
            return new HtmlText().Element("p", e.Message, ("class", "caution")).ToString();
        }
    }

    private sealed record Look(string Name, RunState State, long Bytes)
    {
        public bool IsMeasuring => State == RunState.Running;
    }
}
