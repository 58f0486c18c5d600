using Pingmark.Checks;

namespace Pingmark.Tests.Checks;

internal static class Conditions
{
    /// <summary>Nothing is to be said of them.</summary>
    public static readonly RunConditions Good = new(new(), [], [("0", "1")], core => $"{core}");
}
