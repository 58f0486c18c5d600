using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Suites;

/// <summary>Reads <c>pin</c>: the cores of the server and of the client.</summary>
internal static class PinReader
{
    public static Pin Read(MapReader suite, Problems problems)
    {
        if (suite.Map("pin", "server", "client") is not { } map)
            return new Pin();
        var pin = new Pin();
        pin = new Pin(Side(map, "server", pin.Server), Side(map, "client", pin.Client));
        if (pin is { Server: "rest", Client: "rest" })
            problems.Add(
                map.PlaceOf("server"),
                "pin.server and pin.client can't both be the rest; give one of them a count, cpus or all"
            );
        return pin;
    }

    private static string Side(MapReader map, string side, string fallback) =>
        map.IsMap(side)
            ? map.Map(side, "cpus")!.Required("cpus", Cpus, fallback)
            : map.One(side, Values.Cores, fallback);

    /// <summary>A list as in taskset and /sys: <c>0-1,4</c>.</summary>
    private static string Cpus(string text, string what)
    {
        var list = text.Replace(" ", "");
        return list.Length > 0 && CoreList.IsValid(list)
            ? $"cpus:{list}"
            : throw new BadInputException($"{what} must be a list of cores such as \"0-1\" or \"0,2-3\", not '{text}'");
    }
}
