using Pingmark.Capacity;
using Pingmark.History;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Capacity;

public sealed class CapacityFolderTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    private static readonly CapacityPlan Plan = Plans.Of(Trial.Cell("a"));

    private static CapacityStep Step(int number) =>
        new()
        {
            Cell = "a c1",
            Generation = 1,
            Number = number,
            Offered = 1000,
            Objectives = [new("p99<1ms", null, false)],
            Window = Windows.Of(1000, 100_000),
        };

    public void Dispose()
    {
        if (Directory.Exists(_path))
            Directory.Delete(_path, recursive: true);
    }

    [Fact]
    public void What_was_appended_is_read_again()
    {
        using (var folder = CapacityFolder.Create(_path, Plan, isNew: false))
        {
            folder.Append(Step(1));
            folder.Append(Step(2));
        }
        Assert.True(CapacityFolder.Holds(_path));
        var (plan, steps) = CapacityFolder.Open(_path).Read();
        Assert.Equal("p99<1ms", Assert.Single(plan.Settings.Objectives).Text);
        Assert.Equal([1, 2], steps.Select(step => step.Number));
        Assert.Equal(Step(1).Window!.Histogram, steps[0].Window!.Histogram);
        Assert.Null(steps[0].Objectives[0].Value);
        var cell = CapacitySummaries.Build(plan, steps, interrupted: false).Cells[0];
        Assert.Equal(2, Assert.Single(cell.Generations).Windows);
    }

    [Fact]
    public void A_line_that_a_crash_cut_off_is_left_out_and_one_that_was_changed_is_named()
    {
        using (var folder = CapacityFolder.Create(_path, Plan, isNew: false))
            folder.Append(Step(1));
        var file = Path.Combine(_path, CapacityFolder.StepsFile);
        var line = File.ReadAllText(file);
        File.WriteAllText(file, line + line[..40]);
        Assert.Single(CapacityFolder.Open(_path).Read().Steps);
        File.WriteAllText(file, line.Replace("\"offered\":1000", "\"offered\":2000"));
        var error = Assert.Throws<BadInputException>(() => CapacityFolder.Open(_path).Read());
        Assert.Contains("steps.jsonl:1: its checksum does not agree", error.Message);
    }

    /// <summary>Its summary was not written, or says so.</summary>
    [Fact]
    public void A_search_that_was_killed_is_summed_up_as_interrupted()
    {
        using (var folder = CapacityFolder.Create(_path, Plan, isNew: false))
            folder.Append(Step(1));
        var summary = SummedSearch.Read(CapacityFolder.Open(_path)).Summary;
        Assert.True(summary.Interrupted);
        Assert.Equal(1, summary.Cells[0].Windows);
    }

    /// <summary>Commands that need a run say what can be done with a search.</summary>
    [Fact]
    public void A_search_is_no_run_and_messages_say_what_to_do_with_it()
    {
        CapacityFolder.Create(_path, Plan, isNew: false).Dispose();
        var error = Assert.Throws<BadInputException>(() => RunFolder.Open(_path));
        Assert.Equal(ExitCode.BadInput, error.ExitCode);
        Assert.Contains($"`pingmark report {_path}` shows it", error.Message);
        Assert.Contains("can't be resumed: search again", error.Message);
        Assert.Equal(error.Message, Assert.Throws<BadInputException>(() => RunFolder.OpenToWrite(_path)).Message);
        var (name, run, problem) = Assert.Single(
            RunsFolder.Read(Path.GetDirectoryName(_path)!),
            one => one.Name == Path.GetFileName(_path)
        );
        Assert.Null(run);
        Assert.Contains($"`pingmark report", problem);
        Assert.Contains(name, problem);
    }

    [Fact]
    public void Two_do_not_write_in_one_folder()
    {
        Directory.CreateDirectory(_path);
        using (Libc.Lock(_path))
        {
            var error = Assert.Throws<BadInputException>(() => CapacityFolder.Create(_path, Plan, isNew: false));
            Assert.Contains("another pingmark writes in", error.Message);
        }
        using var folder = CapacityFolder.Create(_path, Plan, isNew: false);
        Assert.Null(Libc.Lock(_path));
    }

    [Fact]
    public void A_folder_that_holds_something_is_refused_and_a_new_name_gets_a_number()
    {
        using var first = CapacityFolder.Create(_path, Plan, isNew: true);
        Assert.Throws<BadInputException>(() => CapacityFolder.Create(_path, Plan, isNew: false));
        using var second = CapacityFolder.Create(_path, Plan, isNew: true);
        Assert.Equal($"{_path}-2", second.Path);
        Directory.Delete(second.Path, recursive: true);
        Assert.Throws<BadInputException>(() => CapacityFolder.Open(second.Path));
    }
}
