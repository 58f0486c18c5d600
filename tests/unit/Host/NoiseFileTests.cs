using System.Text.Json;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Tests.Doctor;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class NoiseFileTests : IDisposable
{
    private static readonly DateTimeOffset Soon = MadeUp.Noise.MeasuredAt.AddHours(1);

    private readonly TemporaryFolder _state = new();

    public void Dispose() => _state.Dispose();

    private NoiseFile In(MachineInfo machine, string id = "id") => new(_state.Path, machine, id);

    /// <summary>What is kept of a quiet machine stays; a file with that of a busy one, as earlier versions wrote it, is
    /// as none.</summary>
    [Fact]
    public void The_noise_of_a_busy_machine_is_not_kept_and_not_used()
    {
        var file = In(Trial.Machine);
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
    public void What_is_kept_is_found_again_for_a_day_by_the_same_machine_and_version_alone()
    {
        var file = In(Trial.Machine);
        Assert.Null(file.Load(Soon));
        Assert.Null(file.Save(MadeUp.Noise));
        Assert.Equal(MadeUp.Noise, file.Load(Soon));
        foreach (var (hours, isUsed) in new[] { (0, true), (24, true), (25, false), (-1, false) })
            Assert.Equal(isUsed, file.Load(MadeUp.Noise.MeasuredAt.AddHours(hours)) is not null);
        Assert.Null(file.Save(MadeUp.Noise with { Starts = 7 }));
        Assert.Equal(7, In(Trial.Machine).Load(Soon)!.Starts);
        Assert.Single(Directory.GetFiles(Path.GetDirectoryName(file.Path)!));
        Assert.Null(In(Trial.Machine, "other").Load(Soon));
        Assert.Null(In(Trial.Machine with { PingmarkVersion = "9" }).Load(Soon));
    }

    [Fact]
    public void A_damaged_file_is_as_none_and_is_written_anew()
    {
        var file = In(Trial.Machine);
        Directory.CreateDirectory(Path.GetDirectoryName(file.Path)!);
        foreach (var damaged in new[] { "", "{", "[]", "null", "{\"slice_sd\": \"much\"}" })
        {
            File.WriteAllText(file.Path!, damaged);
            Assert.Null(file.Load(Soon));
            Assert.Null(file.Save(MadeUp.Noise));
            Assert.NotNull(file.Load(Soon));
        }
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
    public void The_folder_is_that_of_the_specification() =>
        Assert.All<(string? State, string? Home, string? Folder)>(
            [
                ("/state", "/home/me", "/state"),
                ("state", "/home/me", "/home/me/.local/state"),
                (null, "/home/me", "/home/me/.local/state"),
                ("", "", null),
                (null, null, null),
            ],
            row => Assert.Equal(row.Folder, NoiseFile.StateFolder(name => name == "HOME" ? row.Home : row.State))
        );
}
