using Pingmark.Formatting;

namespace Pingmark.Reports.Answers;

/// <summary>Says which server and which client is fastest, whatever the other side is: <c>fastest server x/a, 1.2x the
/// middle ± 4 %, 2 more may be as fast; fastest client x/b, 1.3x ± 4 %</c>.</summary>
internal static class SideWords
{
    public static string Sentence(SideEffects sides, string label, AnswerDetail detail) =>
        $"{Role(sides.Servers, "server", label, detail)}; {Role(sides.Clients, "client", "", detail)}";

    private static string Role(SideRole role, string name, string label, AnswerDetail detail)
    {
        if (!role.IsDecided)
            return $"no {name} is shown to be ahead{label}";
        var (fastest, others) = (role.Ahead[0], role.Ahead.Skip(1).Select(one => one.Name).ToList());
        var mean = name == "server" && !detail.IsBare ? " the mean" : "";
        var figure = EstimateText.RatioWithInterval(fastest.Of.Estimate()).Replace("x ", $"x{mean} ");
        var most = detail.IsTerse ? 0 : detail.Others;
        var named = others.Count <= most ? others : [.. others.Take(most - 1)];
        var rest = others.Count - named.Count;
        var all = rest == 0 ? named : [.. named, $"{NumberText.Count(rest)} more"];
        return $"fastest {name} {fastest.Name}{label}, {figure}"
            + (all.Count == 0 ? "" : $" ({WordList.Join(all, "and")} may be as fast)");
    }
}
