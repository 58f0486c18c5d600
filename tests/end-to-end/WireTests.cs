namespace Pingmark.EndToEndTests;

/// <summary>Round trips are reported as the kernel saw them on the wire: timestamps of packets, in which no worker and
/// no controller has a part.</summary>
[Trait("Machine", "alone")]
public sealed class WireTests : CommandLineUser
{
    private const double Tolerance = 0.03;

    public WireTests() => MoreWorkers = KnownServer.Workers;

    /// <summary>A client of each kit. What the wire can't see, from the client's clock to the packet and back, is some
    /// microseconds, and lies within the tolerance beside the millisecond that the server adds.</summary>
    [SkippableTheory]
    [InlineData("cpp/known-fixed", "cpp/tcp-spin")]
    [InlineData("cpp/known-fixed", "java/tcp-spin")]
    [InlineData("cpp/known-fixed", "dotnet/tcp-spin")]
    [InlineData("cpp/known-fixed-datagrams", "cpp/udp-spin")]
    public async Task A_round_trip_is_the_time_from_a_request_s_packet_to_its_answer_s(string stack, string client)
    {
        var seen = await MeasureAsync(stack, client);
        seen.Holds(seen.IsAbout(seen.Wire.RoundTripP50Ns) && seen.IsAbout(seen.Wire.SpacingP50Ns));
    }

    /// <summary>Without a delay half of a round trip is the client's, which the wire can't see, but nothing is between
    /// two answers that does not belong to a round trip.</summary>
    [SkippableFact]
    public async Task A_round_trip_without_delay_is_the_time_between_two_answers()
    {
        var seen = await MeasureAsync("cpp/known-undelayed", "cpp/tcp-spin");
        seen.Holds(seen.IsAbout(seen.Wire.SpacingP50Ns) && seen.ReportedP50Ns > seen.Wire.RoundTripP50Ns);
    }

    private async Task<Seen> MeasureAsync(string stack, string client)
    {
        await WorkersHere.NeedStackAsync(client);
        (await RunAsync("build", "cpp/known-answers")).Exits(0);
        await using var server = await KnownServer.StartAsync(Folder, stack, client);
        using var tap = WireTap.On(server.Port);
        var pressure = new CpuPressure();
        var cell = (await RunAsync(["probe", .. server.Target, "--json", "--duration", "1s"])).Exits(0).Json;
        return new(cell.Value("rtt_p50_ns"), Wire.Of(tap.Read()).Last((int)cell.Number("messages")), pressure);
    }

    private sealed record Seen(double ReportedP50Ns, Wire Wire, CpuPressure Pressure)
    {
        public bool IsAbout(double ns) => Math.Abs(ReportedP50Ns / ns - 1) <= Tolerance;

        public void Holds(bool agrees)
        {
            Pressure.SkipIfBusy(!agrees);
            Assert.True(
                agrees,
                $"reported {ReportedP50Ns} ns, request to answer {Wire.RoundTripP50Ns}, between answers "
                    + $"{Wire.SpacingP50Ns}"
            );
        }
    }
}
