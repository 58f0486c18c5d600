using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Runs;

namespace Pingmark.Cli;

/// <summary>A library that was asked for, and its stacks, the best first; none where no worker has it.</summary>
internal sealed record NbnCandidate(string Library, IReadOnlyList<string> Stacks);

/// <summary>The libraries that were asked for, each with the best of its stacks that can run here.</summary>
internal sealed class NbnInstalled(Installation installation, IReadOnlyList<NbnCandidate> candidates)
{
    private Func<string, Workers.Availability> _availability = _ => Workers.Availability.Yes;

    /// <param name="sites">The other machines; null where both sides are on this machine.</param>
    public async Task<IRunSides> PrepareAsync(RunSites? sites, CancellationToken cancel)
    {
        var stacks = candidates.SelectMany(c => c.Stacks).ToList();
        var here = await installation.PrepareAsync(stacks, force: false, cancel);
        var cells = stacks.Select(stack => NbnResult.CellOf(stack, new())).ToList();
        var (forServers, sides) = await installation.PlaceAsync(sites, cells, here, cancel);
        _availability = stack => sides.ForBoth(stack, stack, forServers);
        return sides;
    }

    /// <exception cref="PingmarkException">The library can't run here.</exception>
    public string Only() => StackOf(candidates[0]);

    /// <summary>Measures the libraries one after the other, each with every garbage collector that is asked for
    /// and that it has. One that can't be measured is listed with its reason beside
    /// the others, and is an error when it is the only one. Ctrl-C ends the list after those that are
    /// measured.</summary>
    public async Task<IReadOnlyList<NbnResult>> EachAsync(
        NbnOptions options,
        Func<string, NbnOptions, Task<NbnResult>> measure,
        CancellationToken stop
    )
    {
        var results = new List<NbnResult>();
        var planned =
            from candidate in candidates
            from gc in options.GcModes.Take(candidate.Stacks.Any(NbnGcModes.AppliesTo) ? options.GcModes.Count : 1)
            select (candidate, options with { Gc = gc });
        foreach (var (candidate, with) in planned)
        {
            if (stop.IsCancellationRequested && results.Count > 0)
                break;
            try
            {
                results.Add(await measure(StackOf(candidate), with));
            }
            catch (PingmarkException e) when (candidates.Count > 1 || options.GcModes.Count > 1)
            {
                installation.Progress.Step($"{candidate.Library}: {e.Message}");
                results.Add(NbnResult.Failed(candidate.Stacks.FirstOrDefault(candidate.Library), with, e));
            }
            catch (OperationCanceledException) when (results.Count > 0)
            {
                break;
            }
        }
        return results;
    }

    /// <summary>The exit code, as for a run: what failed or is invalid fails all; what is missing or impossible only
    /// when nothing else was measured.</summary>
    public static int ExitCodeOf(IReadOnlyList<NbnResult> results)
    {
        if (results.Any(r => r.Cell.Status is CellStatus.Failed or CellStatus.Invalid))
            return ExitCode.CellFailed;
        return results.Any(r => r.IsMeasured) ? ExitCode.Ok
            : results.Any(r => r.Cell.Status == CellStatus.Unsupported) ? ExitCode.BadInput
            : ExitCode.NothingAvailable;
    }

    private string StackOf(NbnCandidate candidate)
    {
        if (candidate.Stacks.FirstOrDefault(s => _availability(s).IsAvailable) is { } stack)
            return stack;
        var reasons =
            candidate.Stacks.Count == 0
                ? ["no worker here has it"]
                : candidate.Stacks.Select(s => $"{s}: {_availability(s)}");
        throw new PingmarkException(
            $"{candidate.Library} is not available here:\n  {string.Join("\n  ", reasons)}",
            ExitCode.NothingAvailable
        );
    }
}
