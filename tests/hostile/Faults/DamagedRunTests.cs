using System.Text.Json;
using Pingmark.Hostile.Tests.RunFolders;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>A run's two files are damaged at random, by a disk or by somebody: what is bad is named and left out, or no
/// figure differs.</summary>
public sealed class DamagedRunTests : IDisposable
{
    private static readonly JsonSerializerOptions WithFields = new(SummaryJson.LineOptions) { IncludeFields = true };
    private static readonly IReadOnlyList<Cell> Cells = [Trial.Cell("cpp/tcp-a"), Trial.Cell("java/tcp-b")];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void No_other_figures_are_reported_as_if_nothing_was_wrong()
    {
        using (var run = RunFolder.Create(_folder["run"], Trial.Run([.. Cells])))
        {
            run.Append(Measured().ToList());
            run.Complete(run.ReadInfo(), Measured().Count());
        }
        var (code, figures) = Reported();
        Assert.Equal(ExitCode.Ok, code);
        var (damages, leftOut, first) = (Cases.Scaled(600), 0, Cases.Seed());
        for (var number = 0; number < damages; number++)
        {
            var made = new Case(first + number);
            var file = made.InPercent(20) ? "run/run.json" : "run/trials.jsonl";
            var whole = File.ReadAllText(_folder[file]);
            _folder.Write(file, FolderMutations.Damaged(made, whole));
            if (Survived.OrRefused(() => Tuple.Create(Reported())) is { Item1: var damaged })
            {
                leftOut += damaged.Code == ExitCode.Ok ? 0 : 1;
                Assert.True(
                    damaged.Code != ExitCode.Ok || figures == damaged.Figures,
                    $"again: ./test hostile --seed {made.Seed}: other figures, and exit code 0"
                );
            }
            _folder.Write(file, whole);
        }
        Assert.True(leftOut > damages / 2, $"{leftOut} of {damages} were named and left out");
    }

    private (int Code, string Figures) Reported()
    {
        using var folder = RunFolder.Open(_folder["run"]);
        var summary = SummedRun.Read(folder).Summary;
        return (
            RunReports.ExitCodeOf(summary with { Interrupted = false }),
            JsonSerializer.Serialize((summary.Cells, summary.Comparisons), WithFields)
        );
    }

    private static IEnumerable<TrialRecord> Measured() =>
        from round in Enumerable.Range(1, 6)
        from cell in Cells
        let perS = (cell == Cells[0] ? 10_000 : 12_000) + 7 * round
        select Trial.Of(Trial.Window(perS), Trial.Window(perS + 3), round, cell.Id, block: round) with
        {
            StartedAtS = round,
        };
}
