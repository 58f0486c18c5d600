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

    /// <summary>So much longer a round trip without delay may be after than before: beyond that the machine
    /// changed.</summary>
    private const double MostUnlike = 1.5;

    public KnownAnswerTests() => MoreWorkers = KnownServer.Workers;

    /// <summary>Compared with what the server really spun: preemption lengthens a delay, and nothing shortens one.
    /// The round trip comes on top, as it is without delay: measured before and after, for neighbours come and
    /// go.</summary>
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
        var before = await FloorAsync(language);
        await using var server = await KnownServer.StartAsync(Folder, $"{language}/known-{delay}");
        var pressure = new CpuPressure();
        var cell = await ProbeAsync(server, "--duration", duration);
        var spun = await server.LastDelaysAsync(cell.Number("messages"));
        var after = await FloorAsync(language);

        Assert.InRange(At(spun, 0.5), p50 * (1 - Tolerance), double.MaxValue);
        Assert.InRange(At(spun, 0.9), p90 * (1 - Tolerance), double.MaxValue);
        IsReported("rtt_p50_ns", 0.5, BusyForMedians);
        IsReported("rtt_p90_ns", 0.9, BusyForMedians);
        if (cell.Number("messages") >= FewestForP99)
            IsReported("rtt_p99_ns", 0.99, BusyForP99);

        void IsReported(string figure, double share, double mostBusy)
        {
            var (reported, really) = (cell.Value(figure), At(spun, share));
            var (least, most) = Ordered(before.Value(figure), after.Value(figure));
            var said = $"{figure}: reported {reported}, spun {really}, without delay {least} to {most}";
            Assert.True(reported >= really * (1 - Tolerance), said);
            var isLate = reported > really * (1 + Tolerance) + most;
            pressure.SkipIfBusy(isLate, mostBusy);
            Skip.If(isLate && most > MostUnlike * least, $"noise disturbs it: {said}");
            Assert.False(isLate, said);
        }
    }

    private static (double Least, double Most) Ordered(double one, double other) =>
        (Math.Min(one, other), Math.Max(one, other));

    [SkippableFact]
    public async Task A_rate_of_answers_is_reported()
    {
        var (cell, pressure) = await MeasuredAsync("cpp/known-rate", "--duration", "2s");
        IsWithin(cell.Value("throughput_per_s"), 10_000 * (1 - Tolerance), 10_000 * (1 + Tolerance), pressure);
    }

    /// <summary>Every hundredth, so that the share is exact but for the last hundred.</summary>
    [SkippableFact]
    public async Task The_share_that_is_lost_is_reported()
    {
        // By the warm-up's round trips of a busy machine all slots may wait for as long as a part of the window.
        var (cell, pressure) = await MeasuredAsync(
            "cpp/known-drops",
            "--duration",
            "2s",
            "--in-flight",
            "16",
            "--lost-after",
            "50ms"
        );
        // What came late was dropped by nobody: the machine was busy.
        var dropped = cell.Number("lost") - cell.Number("late");
        var share = (double)dropped / cell.Number("sent");
        IsWithin(share, 0.01 * (1 - Tolerance), 0.01 * (1 + Tolerance), pressure);
    }

    [SkippableFact]
    public async Task The_longest_round_trip_shows_a_stop()
    {
        const double stop = 200e6;
        var (cell, pressure) = await MeasuredAsync("cpp/known-stops", "--duration", "3s");
        IsWithin(cell.Value("rtt_max_ns"), stop, stop * 1.5, pressure);
        IsWithin(cell.Value("rtt_p99_ns"), 0, stop / 2, pressure);
    }

    private static void IsWithin(double figure, double least, double most, CpuPressure pressure)
    {
        pressure.SkipIfBusy(figure < least || figure > most, BusyForMedians);
        Assert.InRange(figure, least, most);
    }

    private async Task<(JsonElement Cell, CpuPressure Pressure)> MeasuredAsync(string stack, params string[] options)
    {
        await BuildAsync(stack.Split('/')[0]);
        await using var server = await KnownServer.StartAsync(Folder, stack);
        var pressure = new CpuPressure();
        return (await ProbeAsync(server, options), pressure);
    }

    /// <summary>Without a delay.</summary>
    private async Task<JsonElement> FloorAsync(string language)
    {
        await using var server = await KnownServer.StartAsync(Folder, $"{language}/known-undelayed");
        return await ProbeAsync(server, "--duration", "300ms");
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
