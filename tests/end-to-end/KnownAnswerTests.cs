using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>Servers whose delays, rate and losses are known (tests/known-answers) are reported as they are.</summary>
[Trait("Machine", "alone")]
public sealed class KnownAnswerTests : CommandLineUser
{
    private const double Tolerance = 0.05;
    private const int FewestForP99 = 17_000;

    /// <summary>Of the time, in which the cores were others'. More may make half of the messages late, or one in a
    /// hundred: the neighbours' doing, and no fault of what is tested.</summary>
    private const double BusyForMedians = 0.1,
        BusyForP99 = 0.01;

    private static readonly Dictionary<string, JsonElement> Floors = [];

    public KnownAnswerTests() => MoreWorkers = KnownServer.Workers;

    /// <summary>Compared with what the server really spun: preemption lengthens a delay, and nothing shortens one.
    /// The round trip comes on top, as it is without delay.</summary>
    [SkippableTheory]
    [InlineData("cpp", "fixed", "1s", 1_000_000, 1_000_000)]
    [InlineData("cpp", "bimodal", "9s", 200_000, 2_000_000)]
    [InlineData("cpp", "exponential", "10s", 346_574, 1_151_293)]
    [InlineData("java", "fixed", "1s", 1_000_000, 1_000_000)]
    [InlineData("java", "bimodal", "2s", 200_000, 2_000_000)]
    [InlineData("dotnet", "fixed", "1s", 1_000_000, 1_000_000)]
    [InlineData("dotnet", "bimodal", "2s", 200_000, 2_000_000)]
    public async Task A_delay_is_reported(string language, string delay, string duration, long p50, long p90)
    {
        await BuildAsync(language);
        var floor = await FloorAsync(language);
        await using var server = await KnownServer.StartAsync(Folder, $"{language}/known-{delay}");
        var pressure = new CpuPressure();
        var cell = await ProbeAsync(server, "--duration", duration);
        var spun = await server.LastDelaysAsync(cell.Number("messages"));

        Assert.InRange(At(spun, 0.5), p50 * (1 - Tolerance), double.MaxValue);
        Assert.InRange(At(spun, 0.9), p90 * (1 - Tolerance), double.MaxValue);
        IsReported("rtt_p50_ns", 0.5, BusyForMedians);
        IsReported("rtt_p90_ns", 0.9, BusyForMedians);
        if (cell.Number("messages") >= FewestForP99)
            IsReported("rtt_p99_ns", 0.99, BusyForP99);

        void IsReported(string figure, double share, double mostBusy)
        {
            var (reported, really, least) = (cell.Value(figure), At(spun, share), floor.Value(figure));
            var said = $"{figure}: reported {reported}, spun {really}, without delay {least}";
            Assert.True(reported >= really * (1 - Tolerance), said);
            var isLate = reported > really * (1 + Tolerance) + least;
            pressure.SkipIfBusy(isLate, mostBusy);
            Assert.False(isLate, said);
        }
    }

    [SkippableFact]
    public async Task A_rate_of_answers_is_reported()
    {
        var cell = await MeasuredAsync("cpp/known-rate", "--duration", "2s");
        Assert.InRange(cell.Value("throughput_per_s"), 10_000 * (1 - Tolerance), 10_000 * (1 + Tolerance));
    }

    /// <summary>Every hundredth, so that the share is exact but for the last hundred.</summary>
    [SkippableFact]
    public async Task The_share_that_is_lost_is_reported()
    {
        var cell = await MeasuredAsync("cpp/known-drops", "--duration", "2s", "--connections", "16");
        // What came late was dropped by nobody: the machine was busy.
        var dropped = cell.Number("lost") - cell.Number("late");
        Assert.InRange((double)dropped / cell.Number("sent"), 0.01 * (1 - Tolerance), 0.01 * (1 + Tolerance));
    }

    [SkippableFact]
    public async Task The_longest_round_trip_shows_a_stop()
    {
        const double stop = 200e6;
        var cell = await MeasuredAsync("cpp/known-stops", "--duration", "3s");
        Assert.InRange(cell.Value("rtt_max_ns"), stop, stop * 1.5);
        Assert.InRange(cell.Value("rtt_p99_ns"), 0, stop / 2);
    }

    private async Task<JsonElement> MeasuredAsync(string stack, params string[] options)
    {
        await BuildAsync(stack.Split('/')[0]);
        await using var server = await KnownServer.StartAsync(Folder, stack);
        return await ProbeAsync(server, options);
    }

    /// <summary>Without a delay; measured once a language.</summary>
    private async Task<JsonElement> FloorAsync(string language)
    {
        if (!Floors.TryGetValue(language, out var floor))
        {
            await using var server = await KnownServer.StartAsync(Folder, $"{language}/known-undelayed");
            Floors[language] = floor = await ProbeAsync(server, "--duration", "1s");
        }
        return floor;
    }

    private async Task<JsonElement> ProbeAsync(KnownServer server, params string[] options) =>
        (await RunAsync(["probe", .. server.Target, "--json", .. options])).Exits(0).Json;

    private async Task BuildAsync(string language)
    {
        await WorkersHere.NeedAsync($"{language}/sockets");
        (await RunAsync("build", $"{language}/known-answers")).Exits(0);
    }

    private static double At(IReadOnlyList<long> sorted, double share) => sorted[(int)(share * (sorted.Count - 1))];
}
