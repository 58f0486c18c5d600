using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>The cores of each side, as suites write them and as plans store them.</summary>
internal static class PinKeys
{
    private const string ListPrefix = "cpus:";

    /// <summary>Reads a list of cores, written as in taskset and /sys: <c>0-1,4</c>.</summary>
    public static string List(string text, string what)
    {
        var list = text.Replace(" ", "");
        return list.Length > 0 && CoreList.IsValid(list)
            ? ListPrefix + list
            : throw new BadInputException($"{what} must be a list of cores such as \"0-1\" or \"0,2-3\", not '{text}'");
    }

    /// <summary>Reads a number, <c>rest</c>, <c>all</c>, or a list with <c>cpus:</c> before it.</summary>
    public static string Stored(string text, string what) =>
        text.StartsWith(ListPrefix, StringComparison.Ordinal)
            ? List(text[ListPrefix.Length..], what)
            : Values.Cores(text, what);

    /// <summary>What contradicts itself in the cores of both sides; null where nothing does.</summary>
    public static string? Problem(Pin pin) =>
        pin is { Server: "rest", Client: "rest" }
            ? "pin.server and pin.client can't both be the rest; give one of them a count, cpus or all"
            : null;
}
