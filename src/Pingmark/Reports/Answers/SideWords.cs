using Pingmark.Formatting;

namespace Pingmark.Reports.Answers;

/// <summary>Says which server and which client is fastest, whatever the other side is: <c>fastest server x/a, 1.2x the
/// middle ± 4 %, 2 more may be as fast; fastest client x/b, 1.3x ± 4 %</c>.</summary>
internal static class SideWords
{
    private const int MostNamed = 2;

    public static string Sentence(SideEffects sides) =>
        $"{Role(sides.Servers, "server", " the middle")}; {Role(sides.Clients, "client", "")}";

    private static string Role(SideRole role, string name, string middle)
    {
        if (!role.IsDecided)
            return $"no {name} is shown to be ahead";
        var (fastest, others) = (role.Ahead[0], role.Ahead.Skip(1).Select(one => one.Name).ToList());
        var figure = EstimateText.RatioWithInterval(fastest.Of.Estimate()).Replace("x ", $"x{middle} ");
        var named = others.Count <= MostNamed ? others : [.. others.Take(MostNamed - 1)];
        var rest = others.Count - named.Count;
        var all = rest == 0 ? named : [.. named, $"{NumberText.Count(rest)} more"];
        return $"fastest {name} {fastest.Name}, {figure}"
            + (all.Count == 0 ? "" : $" ({WordList.Join(all, "and")} may be as fast)");
    }
}
