using Pingmark.Capacity;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Capacity;

public class ConnectionMemoryTests
{
    private const long OfProcess = 50_000_000,
        OfConnection = 2_000;

    /// <summary>A process that gives nothing back has as much after 1,000 connections as after 4,000 before.</summary>
    [Fact]
    public void A_process_that_keeps_what_it_took_is_told_by_its_most_connections() =>
        Assert.Equal(OfConnection, Of(CapacityKind.Players, [(1, 10), (1, 4_000), (1, 1_000)]));

    [Fact]
    public void Generations_without_few_connections_tell_nothing() =>
        Assert.Equal(OfConnection, Of(CapacityKind.Connections, [(1, 10), (1, 4_000), (2, 3_000), (2, 3_900)]));

    [Fact]
    public void Where_none_tells_it_is_not_known() =>
        Assert.Null(Of(CapacityKind.Players, [(1, 3_000), (1, 3_900), (2, 3_000)]));

    [Fact]
    public void Connections_that_stay_are_told_as_they_were_opened() =>
        Assert.Equal(7, Of(CapacityKind.Rate, [(1, 10_000), (2, 20_000)]));

    private static long? Of(CapacityKind kind, (int Generation, double Offered)[] windows)
    {
        var most = new Dictionary<int, double>();
        var steps = windows.Select(window =>
        {
            most[window.Generation] = Math.Max(most.GetValueOrDefault(window.Generation), window.Offered);
            return new CapacityStep
            {
                Cell = "a",
                Generation = window.Generation,
                Number = 1,
                Offered = window.Offered,
                Window = Windows.Of(1, 1) with
                {
                    Server = new() { RssBytes = OfProcess + (long)(OfConnection * most[window.Generation]) },
                    ServerBytesPerConnection = 7,
                },
            };
        });
        return ConnectionMemory.Of(
            [.. steps],
            kind,
            window => window.Server,
            window => window.ServerBytesPerConnection
        );
    }
}
