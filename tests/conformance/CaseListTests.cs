using System.Text.Json;
using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>No case gets lost, and none applies to fewer stacks than it did: <c>cases.txt</c> has all of them, each with
/// what it is about. Whoever adds one renews it with <c>UPDATE_GOLDEN=1</c>.</summary>
public sealed class CaseListTests
{
    private static readonly string Golden = Path.Combine(Tree.Root, "tests", "conformance", "cases.txt");
    private static readonly IReadOnlyList<ConformanceCase> All = ConformanceCases.Load(Tree.Root);

    [Fact]
    public void ItIsThatOfTheGoldenFile()
    {
        var lines = All.Select(Line).Order(StringComparer.Ordinal).ToList();
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllLines(Golden, lines);
        Assert.Equal(File.ReadAllLines(Golden), lines);
    }

    /// <summary>And no code is for a case that nobody knows of.</summary>
    [Fact]
    public void EachIsRunByItsLinesOrByTheMethodOfItsName() =>
        Assert.Equal(All.Where(one => !one.IsTranscript).Select(CaseCode.NameOf).Order(), CaseCode.Names.Order());

    private static string Line(ConformanceCase one) =>
        string.Join(
            ' ',
            new[]
            {
                one.Id,
                $"{one.Subject}".ToLowerInvariant(),
                one.Peer == Peer.Any ? "" : $"peer={one.Peer}".ToLowerInvariant(),
                string.Join(' ', one.Needs.OrderBy(need => need.Key).Select(need => $"{need.Key}={Text(need.Value)}")),
                one.StandsFor == Sharing.Kit || one.Subject == Subject.Worker ? "of-kit" : "",
                one.StandsFor == Sharing.Framing ? "of-framing" : "",
                one.Server == ServerUse.Ended ? "ends-server" : "",
                one.Server == ServerUse.Own ? "own-server" : "",
                one.Alone ? "alone" : "",
            }.Where(word => word.Length > 0)
        );

    private static string Text(JsonElement value) =>
        value.ValueKind == JsonValueKind.Array
            ? string.Join(',', value.EnumerateArray().Select(Text))
            : value.GetRawText().Trim('"');
}
