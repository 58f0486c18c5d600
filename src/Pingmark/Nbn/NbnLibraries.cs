using Pingmark.Formatting;

namespace Pingmark.Nbn;

/// <summary>NBN's names of libraries, each with its stacks, the best first. A stack's own id is accepted,
/// too.</summary>
public static class NbnLibraries
{
    private static readonly (string Name, string[] Stacks)[] Known =
    [
        ("ENet", ["dotnet/enet-csharp", "dotnet/enet"]),
        ("Kcp2k", ["dotnet/kcp2k"]),
        ("LiteNetLib", ["dotnet/litenetlib"]),
        ("NetCoreServer", ["dotnet/netcoreserver-udp"]),
    ];

    public static IReadOnlyList<string> Names { get; } = [.. Known.Select(k => k.Name)];

    /// <summary>The libraries in the values of <c>-l</c>, which may be given several times or with commas; each library
    /// once.</summary>
    public static IReadOnlyList<string> Split(IEnumerable<string> values)
    {
        var names = values
            .SelectMany(v => v.Split(',', StringSplitOptions.TrimEntries))
            .Where(n => n.Length > 0)
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .ToList();
        return names.Count > 0
            ? names
            : throw new BadInputException(
                $"--library names no library; there are {string.Join(", ", Names)} and every id of "
                    + "`pingmark list stacks`"
            );
    }

    /// <summary>The stacks of a library that this tree has, the best first.</summary>
    /// <exception cref="BadInputException">There is no such library.</exception>
    /// <exception cref="PingmarkException">This tree has no worker for it.</exception>
    public static IReadOnlyList<string> Candidates(string library, IReadOnlyList<string> stacks)
    {
        if (stacks.Contains(library))
            return [library];
        if (
            Known.FirstOrDefault(k => k.Name.Equals(library, StringComparison.OrdinalIgnoreCase)).Stacks
            is not { } candidates
        )
            throw new BadInputException(
                $"unknown library '{library}'{NearestName.Suggestion(library, [.. Names, .. stacks])}; "
                    + $"there are {string.Join(", ", Names)} and every id of `pingmark list stacks`"
            );
        var here = candidates.Where(stacks.Contains).ToList();
        return here.Count > 0
            ? here
            : throw new PingmarkException(
                $"{library} is {string.Join(" or ", candidates)}, and no worker here has that stack",
                ExitCode.NothingAvailable
            );
    }

    /// <summary>NBN's name of the library that a stack uses; the id of any other stack.</summary>
    public static string NameOf(string stack) => Known.FirstOrDefault(k => k.Stacks.Contains(stack)).Name ?? stack;
}
