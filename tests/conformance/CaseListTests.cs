using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>No case gets lost, and none applies to fewer stacks than it did: <c>cases.txt</c> has all of them, each with
/// what it is about. Whoever adds one renews it with <c>UPDATE_GOLDEN=1</c>.</summary>
public sealed class CaseListTests
{
    private static readonly string Golden = Path.Combine(Tree.Root, "tests", "conformance", "cases.txt");

    [Fact]
    public void ItIsThatOfTheGoldenFile()
    {
        var lines = ConformanceCases.All.Select(Line).Order(StringComparer.Ordinal).ToList();
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllLines(Golden, lines);
        Assert.Equal(File.ReadAllLines(Golden), lines);
    }

    private static string Line(ConformanceCase one) =>
        string.Join(
            ' ',
            new[]
            {
                one.Id,
                $"{one.Subject}".ToLowerInvariant(),
                one.Peer == Peer.Any ? "" : $"peer={one.Peer}".ToLowerInvariant(),
                one.Framing is null ? "" : $"framing={one.Framing}",
                one.Load is null ? "" : $"loads={one.Load}",
                one.Option is null ? "" : $"options={one.Option}",
                one.Transports is null ? "" : $"transport={string.Join(',', one.Transports)}",
                one.PairThreads is null ? "" : $"pair_threads={one.PairThreads}",
                one.SendsUnasked ? "sends_unasked=true" : "",
                one.Spins ? "waits=spin" : "",
                one.OfKit ? "of-kit" : "",
                one.OfFraming ? "of-framing" : "",
                one.EndsServer ? "ends-server" : "",
                one.OwnServer ? "own-server" : "",
                one.Alone ? "alone" : "",
            }.Where(word => word.Length > 0)
        );
}
