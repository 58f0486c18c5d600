using Pingmark.Observing;
using Pingmark.Observing.Kernel;
using Xunit;

namespace Pingmark.Tests.Observing;

public sealed class KernelObserverTests
{
    private static WatchedSide Side(string name, string cpus, bool spins) =>
        new(name, "a/b", 1, cpus, []) { Spins = spins };

    /// <summary>Each reading stops both sides of a pair that spins where no other core is left.</summary>
    [Theory]
    [InlineData(true, true, 2, 0.004)]
    [InlineData(true, true, 3, 0.009)]
    [InlineData(true, false, 2, 0.009)]
    public void Readings_take_less_where_they_stop_sides_that_spin(bool server, bool client, int cores, double share) =>
        Assert.Equal(share, KernelObserver.ShareFor([Side("server", "0", server), Side("client", "1", client)], cores));
}
