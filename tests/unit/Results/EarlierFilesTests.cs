using System.Globalization;
using System.Runtime.CompilerServices;
using Pingmark.Comparing;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Results;

/// <summary>Files as earlier versions wrote them (<c>earlier/</c>), byte for byte: of each number of a schema the first
/// that there was. They are never renewed; a new number gets a file beside them.</summary>
public sealed class EarlierFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>As it was on the day on which runs were first recorded here.</summary>
    [Fact]
    public void A_run_of_the_first_schema_is_read_summed_up_and_compared()
    {
        foreach (var file in Directory.EnumerateFiles(Here("run-1")))
            _folder.Write(Path.GetFileName(file), File.ReadAllText(file));
        using var folder = RunFolder.Open(_folder.Path);
        var recorded = folder.Read();
        Assert.Equal((4, 0), (recorded.Trials.Count, recorded.Bad.Count));
        var run = SummedRun.Read(folder);
        // How long it took is told by its summary alone, which was read, too.
        Assert.Equal(SummaryJson.Load(_folder["summary.json"]).DurationS, run.Summary.DurationS);
        Assert.All(run.Summary.Cells, cell => Assert.Equal(CellStatus.Ok, cell.Status));
        var read = ReadRun.Read(_folder.Path);
        Assert.NotEmpty(
            RunComparer.Compare(read, read, new(Anyway: true, FailOnRegression: null, References: [])).Cells
        );
    }

    /// <summary>Its intervals meant something else; its run can be summed up anew where its trials are there.</summary>
    [Fact]
    public void A_summary_of_the_first_schema_is_refused_by_its_name()
    {
        var refused = Assert.Throws<BadInputException>(() => SummaryJson.Load(Here("summary-1.json"))).Message;
        Assert.Contains("schema 'pingmark.summary/1' is unknown; this pingmark reads 'pingmark.summary/2'", refused);
    }

    /// <summary>So that a number can't be given without its file.</summary>
    [Fact]
    public void Each_number_of_a_schema_has_its_file()
    {
        var kept = Directory.EnumerateFileSystemEntries(Here(".")).Select(Path.GetFileNameWithoutExtension).ToList();
        foreach (var (schema, last) in new[] { (RunInfo.CurrentSchema, "run-"), (Summary.CurrentSchema, "summary-") })
            for (var number = 1; number < Number(schema); number++)
                Assert.Contains($"{last}{number}", kept);
    }

    private static int Number(string schema) => int.Parse(schema.Split('/')[1], CultureInfo.InvariantCulture);

    private static string Here(string file, [CallerFilePath] string caller = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, "earlier", file));
}
