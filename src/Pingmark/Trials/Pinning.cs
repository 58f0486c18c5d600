using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The cores that each side may use, as taskset's lists.</summary>
public sealed record Pinning(string Server, string Client)
{
    /// <summary>The cores of one process that has both sides.</summary>
    public string Both => List(CoreList.Parse(Server).Union(CoreList.Parse(Client)).Order());

    /// <summary>Chooses the cores of each side.</summary>
    /// <param name="pin">The cores as they were asked for: a count, <c>rest</c>, <c>all</c> or <c>cpus:LIST</c> for
    /// each side; counts take from the first core on.</param>
    /// <param name="cores">The cores that may be used.</param>
    /// <param name="clientCores">The cores of the clients' machine, from which clients then choose; null where it is
    /// the server's.</param>
    /// <exception cref="BadInputException">More cores are asked for than there are.</exception>
    public static Pinning Choose(Pin pin, IReadOnlyList<int> cores, IReadOnlyList<int>? clientCores = null)
    {
        if (clientCores is not null)
            return new(
                List(Choose(pin.Server, "server", cores, taken: [])),
                List(Choose(pin.Client, "client", clientCores, taken: []))
            );
        // A side that asks for certain cores chooses before one that takes the rest.
        var clientFirst =
            pin.Server == "rest"
            || (
                pin.Client.StartsWith("cpus:", StringComparison.Ordinal)
                && !pin.Server.StartsWith("cpus:", StringComparison.Ordinal)
            );
        var first = clientFirst
            ? Choose(pin.Client, "client", cores, taken: [])
            : Choose(pin.Server, "server", cores, taken: []);
        var second = clientFirst
            ? Choose(pin.Server, "server", cores, taken: first)
            : Choose(pin.Client, "client", cores, taken: first);
        var (server, client) = clientFirst ? (second, first) : (first, second);
        return new(List(server), List(client));
    }

    private static List<int> Choose(string asked, string side, IReadOnlyList<int> cores, IReadOnlyList<int> taken)
    {
        var free = cores.Except(taken).ToList();
        if (asked.StartsWith("cpus:", StringComparison.Ordinal))
        {
            var list = CoreList.Parse(asked[5..]).Distinct().ToList();
            return list.Except(cores).Any()
                ? throw new BadInputException(
                    $"pin: {side} asks for cores {asked[5..]}, this machine offers {List(cores)}"
                )
                : list;
        }
        if (asked == "all")
            return [.. cores];
        if (asked == "rest")
            return free.Count > 0 ? free : [.. cores];
        var count = int.Parse(asked, CultureInfo.InvariantCulture);
        if (count > cores.Count)
            throw new BadInputException($"pin: {side} asks for {count} cores, this machine offers {cores.Count}");
        return (free.Count >= count ? free : cores).Take(count).ToList();
    }

    private static string List(IEnumerable<int> cores) => string.Join(',', cores);
}
