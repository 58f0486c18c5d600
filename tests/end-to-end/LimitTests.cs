namespace Pingmark.EndToEndTests;

/// <summary>More than a stack can carry is unsupported, with the limit in the reason, before anything is measured.
/// Conformance steps over each limit of every stack.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed class LimitTests : CommandLineUser
{
    private const double Promptly = 10;
    private const int LargestMessage = 65_536;

    [Theory]
    [InlineData("cpp/udp-spin", "transmission: reliable", "cpp/udp-spin is unreliable only")]
    [InlineData("cpp/tcp-epoll", "transmission: unreliable", "cpp/tcp-epoll is reliable only")]
    [InlineData("cpp/enet", "address: '::1'", "127.0.0.1")]
    [InlineData("cpp/enet", "address: 127.0.0.1\nconnections: 5000", "4095")]
    [InlineData("cpp/tcp-epoll", "connections: 10000\nin_flight: 65536\nmessage_bytes: 64KiB", "in_flight")]
    public async Task Is_unsupported_with_the_limit(string stack, string scenario, string limit)
    {
        (await this.RunSuiteAsync([stack], scenario + "\nduration: 200ms")).Exits(3).Within(Promptly);
        var cell = Assert.Single(Summary("run").Cells());
        Assert.Equal("unsupported", cell.Text("status"));
        Assert.Contains(limit, Digits(cell.GetProperty("reasons")[0].GetString()!), StringComparison.Ordinal);
    }

    [SkippableTheory]
    [MemberData(nameof(Stacks.OfLibraries), MemberType = typeof(Stacks))]
    public async Task A_message_that_is_larger_than_a_library_carries_is_unsupported(string id)
    {
        var stack = await Stacks.NeedAsync(id);
        (
            await this.RunSuiteAsync([id, "cpp/tcp-epoll"], "address: 127.0.0.1\nmessage_bytes: 64KiB\nmessages: 100")
        ).Exits(0);
        var cells = Summary("run").Cells();
        var most = stack.Description.Number("max_message_bytes");
        Assert.Equal([most < LargestMessage ? "unsupported" : "ok", "ok"], cells.Select(cell => cell.Text("status")));
        if (most < LargestMessage)
            Assert.Contains(
                $"{most}",
                Digits(cells[0].GetProperty("reasons")[0].GetString()!),
                StringComparison.Ordinal
            );
    }

    /// <summary>Reasons are for people, who like 65,540 better than 65540.</summary>
    private static string Digits(string reason) => reason.Replace(",", "", StringComparison.Ordinal);
}
