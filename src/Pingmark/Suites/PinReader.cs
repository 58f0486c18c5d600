using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

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
        if (PinKeys.Problem(pin) is { } problem)
            problems.Add(map.PlaceOf("server"), problem);
        return pin;
    }

    private static string Side(MapReader map, string side, string fallback) =>
        map.IsMap(side)
            ? map.Map(side, "cpus")!.Required("cpus", PinKeys.List, fallback)
            : map.One(side, Values.Cores, fallback);
}
