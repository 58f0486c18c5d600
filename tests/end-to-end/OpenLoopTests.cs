using System.Net;
using System.Net.Sockets;

namespace Pingmark.EndToEndTests;

/// <summary>A rate: what a pause of the server costs those who do not wait for each other.</summary>
[Trait("Machine", "alone")]
public sealed class OpenLoopTests : CommandLineUser
{
    private const int MessageBytes = 32;

    /// <summary>At 1,000/s more than the warm-up has, and less than warm-up and measurement have together.</summary>
    private const int MessagesBeforePause = 1_200;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    [SkippableFact]
    public async Task A_pause_is_in_the_tail_from_intended_times_and_not_in_the_uncorrected_one()
    {
        // Of five seconds, otherwise: at a rate a warm-up is judged by round trips.
        Variables["PINGMARK_LONGEST_WARM_UP_MS"] = "400";

        // So short a warm-up is not always even, which withholds figures; what neighbours do is judged below.
        Variables["PINGMARK_ACCEPT_NOISE"] = "1";
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var serving = EchoWithAPauseAsync(listener);
        var pressure = new CpuPressure();
        var result = await RunAsync([
            "probe",
            $"tcp://{listener.LocalEndpoint}",
            .. "--framing none --rate 1k/s --in-flight 1 --duration 2s --json".Split(' '),
        ]);
        await serving;
        var cell = result.Json;
        var (corrected, uncorrected) = (cell.Value("rtt_p99_ns"), cell.Value("rtt_uncorrected_p99_ns"));
        Assert.True(corrected >= 60e6, $"the pause is not in the tail: {result}");
        Assert.True(uncorrected < corrected / 4, $"the pause is in the uncorrected tail: {result}");

        // Neighbours pause a client, too: the rate is missed then, and said to be.
        pressure.SkipIfBusy(
            result.ExitCode != 0 || corrected > 400e6 || uncorrected > 50e6 || cell.Value("achieved_rate") < 0.99
        );
        result.Exits(0);
        SummaryChecks.IsHealthy(cell);
        Assert.InRange(corrected, 60e6, 400e6);
        Assert.InRange(uncorrected, 0, 50e6);
        Assert.InRange(cell.Value("achieved_rate"), 0.99, 1);
    }

    /// <summary>On a thread of its own: one of the pool may have to wait for as long as the pause.</summary>
    private static Task EchoWithAPauseAsync(TcpListener listener) =>
        Task.Factory.StartNew(() => EchoWithAPause(listener), TaskCreationOptions.LongRunning);

    private static void EchoWithAPause(TcpListener listener)
    {
        using var client = listener.AcceptSocket();
        client.NoDelay = true;
        var buffer = new byte[65_536];
        var (bytes, paused) = (0L, false);
        while (client.Receive(buffer) is > 0 and var count)
        {
            bytes += count;
            if (!paused && bytes >= MessagesBeforePause * MessageBytes)
            {
                paused = true;
                Thread.Sleep(Pause);
            }
            client.Send(buffer.AsSpan(0, count));
        }
    }
}
