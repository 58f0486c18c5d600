using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Results;
using Pingmark.Runs;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Cli;

/// <summary>What the command line asks of a probe.</summary>
/// <param name="DurationNs">The counted time in ns.</param>
internal sealed record RequestedProbe(ProbeTarget Target, Scenario Scenario, long DurationNs)
{
    /// <summary>The seed of the network, which is always the same, because a probe is repeated to be compared with
    /// itself.</summary>
    private const int NetworkSeed = 1;

    /// <summary>The client's stack.</summary>
    public required string Client { get; init; }

    /// <summary>How messages of a stream are framed; null where they are datagrams.</summary>
    public string? Framing { get; init; }

    /// <summary>What was done to the machine for the probe.</summary>
    public IReadOnlyList<Note> Notes { get; init; } = [];

    /// <summary>The file that gets a line for each counted message; null: none.</summary>
    public string? LogFile { get; init; }

    public bool IsJson { get; init; }

    /// <summary>Measures the server and shows what was found.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> MeasureAsync(CancellationToken cancel)
    {
        var installation = Installation.Find();
        await installation.RequireAsync(Client, cancel);
        var (name, notes) = (Target.ToString(), Notes);
        var cell = new Cell
        {
            Id = name,
            Label = name,
            Stack = name,
            Client = Client,
            Scenario = Scenario,
        };
        var impairer = new Impairer(new(), NetworkSeed);
        IReadOnlyList<NetworkCheck> networks = Scenario.Network is { } network
            ? [await RequiredNetwork.VerifyAsync(impairer, network, installation.Progress, cancel)]
            : [];
        installation.Progress.Detail($"probing {name} for {DurationNs / 1e9:0.###} s");
        using var path = Open(Scenario.Network, Client, impairer);
        var trial = await new Probe(installation.Starter).MeasureAsync(
            cell,
            Target.EndPoint,
            Framing,
            DurationNs,
            path,
            LogFile is null
                ? MessageRecorder.None
                : MessageRecorder.HandingTo((_, _, log) => notes = [.. notes, Written(log, LogFile)]),
            cancel
        );
        var result = SummaryBuilder.CellOf(new CellEvidence(cell, TrialChecks.Judge(cell, [trial])));
        result = result with { Audits = [.. result.Audits, .. notes] };
        installation.Progress.Clear();
        var summary = new Summary
        {
            Suite = "probe",
            StartedAt = DateTimeOffset.Now,
            DurationS = DurationNs / 1e9,
            Seed = 0,
            Interrupted = cancel.IsCancellationRequested,
            Baseline = cell.Id,
            Machine = Machine.Read(),
            Networks = networks,
            Cells = [result],
            Comparisons = [],
        };
        if (IsJson)
            Screen.WriteAsJson(result);
        else
            TerminalRenderer.Write(Terminal.Output, RunReport.Build(summary, Terminal.Medium));
        return RunReports.ExitCodeOf(summary);
    }

    private static NetworkPath Open(Network? network, string client, Impairer impairer)
    {
        try
        {
            return NetworkPath.Open(network, client, impairer);
        }
        catch (UnsupportedException e)
        {
            throw new BadInputException($"--network: {e.Reason}");
        }
    }

    private static Note Written(MessageLog log, string file)
    {
        try
        {
            PlainFile.Write(file, MessageLogCsv.Text(log));
        }
        catch (IOException e)
        {
            throw new BadInputException($"--log-messages: {e.Message}");
        }
        return new(
            "message-log",
            AuditVerdict.Note,
            $"{NumberText.Count(log.Messages.Count)} messages are logged in {Path.GetFileName(file)}, at the cost of "
                + "one more store each"
                + (log.NotLogged > 0 ? $"; {NumberText.Count(log.NotLogged)} found no room and are missing there" : "")
        );
    }
}
