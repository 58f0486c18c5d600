using Pingmark.Host;
using Pingmark.Tests.Doctor;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class NoiseFileTests
{
    [Fact]
    public void What_is_kept_is_found_again_by_the_same_machine_and_version_alone()
    {
        using var state = new TemporaryFolder();
        var file = new NoiseFile(state.Path, Trial.Machine, "id");
        Assert.Null(file.Load());
        Assert.Null(file.Save(MadeUp.Noise));
        Assert.Equal(MadeUp.Noise, file.Load());
        Assert.Null(file.Save(MadeUp.Noise with { Starts = 7 }));
        Assert.Equal(7, new NoiseFile(state.Path, Trial.Machine, "id").Load()!.Starts);
        Assert.Single(Directory.GetFiles(Path.GetDirectoryName(file.Path)!));
        Assert.Null(new NoiseFile(state.Path, Trial.Machine, "other").Load());
        Assert.Null(new NoiseFile(state.Path, Trial.Machine with { PingmarkVersion = "9" }, "id").Load());
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
        Assert.Null(file.Load());
        Assert.Null(file.Save(MadeUp.Noise));
        Assert.NotNull(file.Load());
    }

    [Fact]
    public void Without_a_home_nothing_is_kept_and_it_is_said()
    {
        var file = new NoiseFile(null, Trial.Machine, "id");
        Assert.Null(file.Load());
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
            Assert.Null(file.Load());
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
