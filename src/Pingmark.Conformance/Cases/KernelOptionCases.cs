namespace Pingmark.Conformance.Cases;

/// <summary>Cases that show that options for the kernel change what a message costs, and nothing else.</summary>
internal static class KernelOptionCases
{
    private const string Offload = "udp_offload";

    private const int Messages = 2_000;

    private static Task KernelOptionsUdpOffloadAsync(Bench bench) => BothAsync(bench, Offload);

    private static Task KernelOptionsSqpollAsync(Bench bench) => BothAsync(bench, "sqpoll");

    private static Task KernelOptionsDeferTaskrunAsync(Bench bench) => BothAsync(bench, "defer_taskrun");

    private static async Task BothAsync(Bench bench, string option)
    {
        foreach (var on in new[] { true, false })
        {
            var server = await bench.ListenAsync(new() { [option] = on });
            var options = Fields.Create((option, on), ("connections", 3), ("in_flight", 64), ("message_bytes", 100));
            var client = await bench.ConnectAsync(server, options);
            Expect.Equal($"the server's effective {option}", on, server.Listening.Flag(option));
            Expect.Equal($"the client's effective {option}", on, client.Connected.Flag(option));
            Expect.Right(await client.RunAsync(Messages), Messages);
        }
    }

    private static async Task KernelOptionsOneWayAsync(Bench bench) =>
        await OneWayCases.StreamAsync(
            bench,
            await bench.ListenAsync(new() { [Offload] = true }),
            Fields.Create((Offload, true), ("in_flight", 256))
        );
}
