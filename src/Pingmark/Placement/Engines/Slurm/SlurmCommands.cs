using System.Diagnostics;
using Pingmark.Host;

namespace Pingmark.Placement.Engines.Slurm;

/// <summary>Reads what Slurm's commands tell of a cluster.</summary>
internal static class SlurmCommands
{
    private static readonly TimeSpan LongestAnswer = TimeSpan.FromSeconds(8);

    /// <summary>The most that is read of an answer: there are some 2 kB for each of thousands of nodes.</summary>
    private const long MostBytes = 64 << 20;

    /// <summary>Checks that commands of Slurm are there.</summary>
    /// <exception cref="SiteException">A command is missing here; the message tells where it is to be had.</exception>
    public static void Require(params IEnumerable<string> commands)
    {
        if (commands.FirstOrDefault(command => Executables.Find(command) is null) is { } missing)
            throw new SiteException($"slurm: {missing} is not installed here: apt-get install slurm-client");
    }

    /// <summary>Asks Slurm about nodes.</summary>
    /// <param name="list">The nodes as Slurm writes them: <c>n[1-3],m1</c>.</param>
    /// <exception cref="SiteException">There is no such node, or nobody answers.</exception>
    public static async Task<IReadOnlyList<SlurmNode>> NodesAsync(string list, CancellationToken cancel) =>
        (await AskAsync(["scontrol", "--oneliner", "show", "node", list], cancel).ConfigureAwait(false))
            .Split('\n')
            .Select(SlurmNode.Read)
            .OfType<SlurmNode>()
            .ToList();

    private static async Task<string> AskAsync(string[] words, CancellationToken cancel)
    {
        var command = new ProcessStartInfo(words[0], words[1..]);
        MessageLocale.MakeEnglish(command.Environment);
        try
        {
            var said = await ProgramOutput
                .ReadAsync(command, input: "", MostBytes, LongestAnswer, cancel)
                .ConfigureAwait(false);
            return said.ExitCode == 0
                ? said.Text
                : throw new SiteException("slurm: " + SlurmProblem.Text(said.Errors, said.Text.Trim()));
        }
        catch (InvalidDataException e)
        {
            throw new SiteException($"slurm: {words[0]} printed {e.Message}");
        }
        catch (TimeoutException)
        {
            throw new SiteException($"slurm: {words[0]} did not answer within {LongestAnswer.TotalSeconds:0} s");
        }
    }
}
