namespace Pingmark.Bundles;

/// <summary>How large a bundle can be: whatever is larger is refused before it fills this process's memory.</summary>
public static class BundleLimits
{
    /// <summary>The most bytes of a bundle's file.</summary>
    public const int MostArchiveBytes = 256 << 20;

    /// <summary>The most bytes of all that it unpacks to.</summary>
    public const int MostUnpackedBytes = 256 << 20;

    /// <summary>The most letters of a name in it: of its folder, or of a file.</summary>
    public const int MostLetters = 95;

    /// <summary>All limits for people, with their units.</summary>
    public static IReadOnlyList<(string What, string Most)> Table { get; } =
    [
        ("a bundle's file", $"{MostArchiveBytes >> 20} MiB"),
        ("all that it unpacks to", $"{MostUnpackedBytes >> 20} MiB"),
        ("letters of the name of its folder, or of a file", "95"),
    ];
}
