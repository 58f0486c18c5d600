namespace Pingmark.Model;

/// <summary>What messages can carry: bytes of a block, which are copied and compared, or an object that a library makes
/// bytes of and parses. Which of them a worker has, it tells.</summary>
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
