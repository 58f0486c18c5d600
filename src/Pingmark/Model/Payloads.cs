namespace Pingmark.Model;

/// <summary>What messages carry: a block of bytes, or an object that a library serializes and parses.</summary>
public static class Payloads
{
    public const string Random = "random";

    public static readonly IReadOnlyList<string> Blocks = ["zeros", "ones", Random];

    public static readonly IReadOnlyList<string> All =
    [
        .. Blocks,
        "json",
        "protobuf",
        "java-serialization",
        "memorypack",
    ];
}
