using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>Writes out <c>network: wifi</c> and <c>network: [wifi, 4g]</c>, which are short for <c>network: {profile:
/// ...}</c>.</summary>
internal static class NetworkShorthand
{
    public static MapNode Spelt(MapNode map) =>
        map[NetworkKeys.Group] is { } value and (ListNode or TextNode { IsMissing: false })
            ? map.With(
                [NetworkKeys.Group],
                new MapNode(value.Place, [new MapEntry(NetworkKeys.ProfileKey, value.Place, value)])
            )
            : map;
}
