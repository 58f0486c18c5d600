using System.Text;
using System.Text.Json;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>A run's two files are damaged at random, by a disk or by somebody.</summary>
public sealed class DamagedRunTests : IDisposable
{
    private const int Seed = 20_261_123;
    private static readonly long Damages = Cases.Scaled(600);

    private const string Info = "run/run.json",
        Trials = "run/trials.jsonl";

    private static readonly IReadOnlyList<Cell> Cells = [Trial.Cell("cpp/tcp-a"), Trial.Cell("java/tcp-b")];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Fault(
        "bytes of a run folder are changed, cut off, doubled or exchanged",
        "what is bad is named and left out, the rest is shown; or no figure differs",
        1,
        60
    )]
    public void No_other_figures_are_reported_as_if_nothing_was_wrong()
    {
        using (var run = RunFolder.Create(_folder["run"], Trial.Run([.. Cells])))
        {
            run.Append(Measured().ToList());
            run.Complete(run.ReadInfo(), Measured().Count());
        }
        var whole = new[] { Info, Trials }.ToDictionary(file => file, file => File.ReadAllBytes(_folder[file]));
        var (code, figures) = Reported();
        Assert.Equal(ExitCode.Ok, code);
        var (refused, left) = (0, 0);
        for (var number = 0; number < Damages; number++)
        {
            var made = new Case(Seed + number);
            var file = made.InPercent(20) ? Info : Trials;
            File.WriteAllBytes(_folder[file], Damaged(made, whole[file]));
            if (Survived.OrRefused(() => Tuple.Create(Reported())) is not { Item1: var damaged })
                refused++;
            else if (damaged.Code != ExitCode.Ok)
                left++;
            else
                Assert.True(figures == damaged.Figures, $"seed {made.Seed}: other figures, and exit code 0");
            File.WriteAllBytes(_folder[file], whole[file]);
        }
        Tally.Add("random damages of run folders, reported", Damages, Damages);
        Assert.True(left > Damages / 2, $"{left} of {Damages} were named and left out, {refused} refused");
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

    private static readonly JsonSerializerOptions WithFields = new(SummaryJson.LineOptions) { IncludeFields = true };

    private static IEnumerable<TrialRecord> Measured() =>
        from round in Enumerable.Range(1, 6)
        from cell in Cells
        let perS = (cell == Cells[0] ? 10_000 : 12_000) + 7 * round
        select Trial.Of(Trial.Window(perS), Trial.Window(perS + 3), round, cell.Id, block: round) with
        {
            StartedAtS = round,
        };

    private static byte[] Damaged(Case made, byte[] whole)
    {
        var bytes = whole.ToList();
        var (at, length) = (made.Random.Next(whole.Length), made.Random.Next(1, made.InPercent(50) ? 4 : 400));
        length = Math.Min(length, whole.Length - at);
        switch (made.Random.Next(9))
        {
            case 0:
                bytes[at] ^= (byte)(1 << made.Random.Next(8));
                break;
            case 1:
                bytes.RemoveRange(at, whole.Length - at);
                break;
            case 2:
                bytes.RemoveRange(at, length);
                break;
            case 3:
                bytes.InsertRange(made.Random.Next(whole.Length), bytes.GetRange(at, length));
                break;
            case 4:
                for (var i = 0; i < length; i++)
                    bytes[at + i] = 0;
                break;
            case 5:
                for (var i = 0; i < length; i++)
                    bytes[at + i] = (byte)made.Random.Next(256);
                break;
            case 6:
                // Still JSON, and another number.
                at = bytes.FindIndex(at, one => char.IsAsciiDigit((char)one));
                if (at >= 0)
                    bytes[at] = (byte)('0' + (bytes[at] - '0' + 1) % 10);
                break;
            default:
                return WithLines(made, whole);
        }
        return [.. bytes];
    }

    private static byte[] WithLines(Case made, byte[] whole)
    {
        var lines = Encoding.UTF8.GetString(whole).TrimEnd('\n').Split('\n').ToList();
        var (one, other) = (made.Random.Next(lines.Count), made.Random.Next(lines.Count));
        switch (made.Random.Next(3))
        {
            case 0:
                lines.RemoveAt(one);
                break;
            case 1:
                lines.Insert(other, lines[one]);
                break;
            default:
                (lines[one], lines[other]) = (lines[other], lines[one]);
                break;
        }
        return Encoding.UTF8.GetBytes(string.Join('\n', lines) + "\n");
    }
}
