using System.Diagnostics;
using Pingmark.Host;

namespace Pingmark.Placement;

/// <summary>What Slurm's commands tell of a cluster.</summary>
internal static class SlurmCommands
{
    private static readonly TimeSpan LongestAnswer = TimeSpan.FromSeconds(8);

    /// <exception cref="SiteException">One is missing here; the message tells where it is to be had.</exception>
    public static void Need(params IEnumerable<string> commands)
    {
        if (commands.FirstOrDefault(command => Executables.Find(command) is null) is { } missing)
            throw new SiteException($"slurm: {missing} is not installed here: apt-get install slurm-client");
    }

    /// <param name="list">As Slurm writes it: <c>n[1-3],m1</c>.</param>
    /// <exception cref="SiteException">There is no such node, or nobody answers.</exception>
    public static async Task<IReadOnlyList<SlurmNode>> NodesAsync(string list, CancellationToken cancel) =>
        (await AskAsync(["scontrol", "--oneliner", "show", "node", list], cancel).ConfigureAwait(false))
            .Split('\n')
            .Select(SlurmNode.Read)
            .OfType<SlurmNode>()
            .ToList();

    private static async Task<string> AskAsync(string[] words, CancellationToken cancel)
    {
        var info = new ProcessStartInfo(words[0], words[1..])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        MessageLocale.MakeEnglish(info.Environment);
        using var process = await ProcessLauncher.StartAsync(info).ConfigureAwait(false);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(LongestAnswer);
        try
        {
            var errors = process.StandardError.ReadToEndAsync(limit.Token);
            var said = await process.StandardOutput.ReadToEndAsync(limit.Token).ConfigureAwait(false);
            await process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
            return process.ExitCode == 0
                ? said
                : throw new SiteException(
                    "slurm: " + SlurmProblem.Text((await errors.ConfigureAwait(false)).Split('\n'), said.Trim())
                );
        }
        catch (OperationCanceledException)
        {
            process.Kill();
            cancel.ThrowIfCancellationRequested();
            throw new SiteException($"slurm: {words[0]} did not answer within {LongestAnswer.TotalSeconds:0} s");
        }
    }
}
