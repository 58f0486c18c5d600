using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class SecondWriterTests : FolderUser
{
    private static readonly RunInfo Info = Trial.Run(Trial.Cell());

    [Fact]
    [Fault(
        "`report` of a folder in which a run is still writing",
        "what there is is shown, and nothing is written",
        2,
        5
    )]
    public async Task A_report_does_not_write_beside_a_run()
    {
        using var run = RunFolder.Create(Folder["other"], Info);
        run.Append([Trial.Of()]);
        (await CommandAsync("report", "other"))
            .Exits(2)
            .Prints("x/tcp-a")
            .Complains("another pingmark writes in other at this moment");
        Assert.Equal(["run.json", "trials.jsonl"], Directory.GetFiles(run.Path).Select(Path.GetFileName).Order());
    }

    [Fact]
    [Fault("two runs are given one folder", "the second is refused before anything starts", 2, 5)]
    public void One_of_two_runs_gets_the_folder()
    {
        var made = Enumerable
            .Range(0, 8)
            .AsParallel()
            .WithDegreeOfParallelism(8)
            .Select(_ => Survived.OrRefused(() => RunFolder.Create(Folder["other"], Info)))
            .ToList();
        Assert.Single(made.OfType<RunFolder>()).Dispose();
    }

    [Fact]
    [Fault("two runs begin in one second, without `--out`", "each has a folder of its own", 0, 5)]
    public void Default_names_are_nobody_elses()
    {
        var made = Enumerable
            .Range(0, 8)
            .AsParallel()
            .WithDegreeOfParallelism(8)
            .Select(_ => RunFolder.CreateNew(Folder["runs/quick-20260101-120000"], Info).Path)
            .ToList();
        Assert.Equal(8, made.Distinct().Count());
    }

    [Fact]
    [Fault("`--out` names a folder that has files of others in it", "refused, and none is touched", 2, 5)]
    public void A_folder_with_anything_in_it_is_refused()
    {
        Folder.Write("mine/report.md", "precious");
        Assert.Contains(
            "is not empty",
            Assert.Throws<BadInputException>(() => RunFolder.Create(Folder["mine"], Info)).Message,
            StringComparison.Ordinal
        );
    }
}
