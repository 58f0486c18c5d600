using System.Text.Json;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Tests.Doctor;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class NoiseFileTests
{
    private static readonly DateTimeOffset Soon = MadeUp.Noise.MeasuredAt.AddHours(1);

    [Theory]
    [InlineData(0, true)]
    [InlineData(24, true)]
    [InlineData(25, false)]
    [InlineData(-1, false)]
    public void A_plan_goes_by_it_for_a_day(double hours, bool isUsed)
    {
        using var state = new TemporaryFolder();
        var file = new NoiseFile(state.Path, Trial.Machine, "id");
        Assert.Null(file.Save(MadeUp.Noise));
        Assert.Equal(isUsed, file.Load(MadeUp.Noise.MeasuredAt.AddHours(hours)) is not null);
    }

    /// <summary>What is kept of a quiet machine stays; a file with that of a busy one, as earlier versions wrote it, is
    /// as none.</summary>
    [Fact]
    public void The_noise_of_a_busy_machine_is_not_kept_and_not_used()
    {
        using var state = new TemporaryFolder();
        var file = new NoiseFile(state.Path, Trial.Machine, "id");
        Assert.Null(file.Save(MadeUp.Noise));
        var busy = MadeUp.Noise with { ForeignShare = 0.31, SliceSd = 0.27 };
        Assert.StartsWith("others used 31 % of the cores, and plans", file.Save(busy));
        Assert.Equal(MadeUp.Noise, file.Load(Soon));
        File.WriteAllText(file.Path!, JsonSerializer.Serialize(busy, ModelJson.Options));
        Assert.Null(file.Load(Soon));
        var text = JsonSerializer.Serialize(MadeUp.Noise, ModelJson.Options);
        File.WriteAllText(file.Path!, text.Replace("foreign_share", "of_earlier_versions"));
        Assert.Null(file.Load(Soon));
    }

    [Fact]
    public void What_is_kept_is_found_again_by_the_same_machine_and_version_alone()
    {
        using var state = new TemporaryFolder();
        var file = new NoiseFile(state.Path, Trial.Machine, "id");
        Assert.Null(file.Load(Soon));
        Assert.Null(file.Save(MadeUp.Noise));
        Assert.Equal(MadeUp.Noise, file.Load(Soon));
        Assert.Null(file.Save(MadeUp.Noise with { Starts = 7 }));
        Assert.Equal(7, new NoiseFile(state.Path, Trial.Machine, "id").Load(Soon)!.Starts);
        Assert.Single(Directory.GetFiles(Path.GetDirectoryName(file.Path)!));
        Assert.Null(new NoiseFile(state.Path, Trial.Machine, "other").Load(Soon));
        Assert.Null(new NoiseFile(state.Path, Trial.Machine with { PingmarkVersion = "9" }, "id").Load(Soon));
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("null")]
    [InlineData("{\"slice_sd\": \"much\"}")]
    public void A_damaged_file_is_as_none_and_is_written_anew(string damaged)
    {
        using var state = new TemporaryFolder();
        var file = new NoiseFile(state.Path, Trial.Machine, "id");
        Directory.CreateDirectory(Path.GetDirectoryName(file.Path)!);
        File.WriteAllText(file.Path!, damaged);
        Assert.Null(file.Load(Soon));
        Assert.Null(file.Save(MadeUp.Noise));
        Assert.NotNull(file.Load(Soon));
    }

    [Fact]
    public void Without_a_home_nothing_is_kept_and_it_is_said()
    {
        var file = new NoiseFile(null, Trial.Machine, "id");
        Assert.Null(file.Load(Soon));
        Assert.Contains("XDG_STATE_HOME", file.Save(MadeUp.Noise));
        Assert.NotNull(new NoiseFile("/proc/nowhere", Trial.Machine, "id").Save(MadeUp.Noise));
    }

    [Fact]
    public void Noise_that_no_machine_has_is_as_none()
    {
        using var state = new TemporaryFolder();
        var file = new NoiseFile(state.Path, Trial.Machine, "id");
        foreach (
            var impossible in new[]
            {
                MadeUp.Noise with
                {
                    SliceNs = 0,
                },
                MadeUp.Noise with
                {
                    SliceSd = 0,
                },
                MadeUp.Noise with
                {
                    SliceSd = 1e300,
                },
                MadeUp.Noise with
                {
                    ProcessSd = -0.1,
                },
            }
        )
        {
            Assert.Null(file.Save(impossible));
            Assert.Null(file.Load(Soon));
        }
    }

    [Theory]
    [InlineData("/state", "/home/me", "/state")]
    [InlineData("state", "/home/me", "/home/me/.local/state")]
    [InlineData(null, "/home/me", "/home/me/.local/state")]
    [InlineData("", "", null)]
    [InlineData(null, null, null)]
    public void The_folder_is_that_of_the_specification(string? state, string? home, string? folder) =>
        Assert.Equal(folder, NoiseFile.StateFolder(name => name == "HOME" ? home : state));
}
