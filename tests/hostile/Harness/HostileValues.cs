namespace Pingmark.Hostile.Tests.Harness;

/// <summary>Values that something, somewhere, has stumbled over.</summary>
internal static class HostileValues
{
    /// <summary>As they stand in YAML and, where they are, in JSON.</summary>
    public static IReadOnlyList<string> Scalars { get; } =
    [
        "",
        .. Words("~ null true [] {} [null] [[]]"),
        "{a: null}",
        .. Words(
            """
            "" 0 -0 -1 1 2147483647 2147483648 4294967296 9007199254740992 9007199254740993 9223372036854775807
            9223372036854775808 18446744073709551616 -9223372036854775808 1e300 1e308 -1e308 1e-308 1e400 0.1 NaN
            Infinity 0x10 0777
            """
        ),
        new string('9', 300),
        new string('9', 5_000),
        .. Words(
            """
            0.000000000000000000000000000000000000001 1s 1h 999999999h 0.0000000001s 9223372036854775807ns 1KiB
            9223372036854775807GiB 1/s 9223372036854775807/s 100% rest all
            """
        ),
        "{cpus: \"0-1\"}",
        "{cpus: \"0-99999\"}",
        "{cpus: \"0-4095,0-4095\"}",
        "{cpus: \"1-0\"}",
        "{cpus: \"0,0\"}",
        .. Words(
            """
            :: ::%1 ::ffff:0.0.0.0 fe80::1%lo [::1]:80 0.0.0.0 1 ../../etc/passwd /dev/zero a/b/c * cpp/*
            -agentpath:/tmp/x.so
            """
        ),
        "'\\e[31m'",
        "\"\\e]0;owned\\a\"",
        "\"\\u202E\"",
        "\"\\0\"",
        "\"\\uD800\"",
        "'=1+1'",
        "<script>",
        "!!binary AAAA",
        "*one",
        "&one [*one]",
        "| ",
        "> ",
        "? ",
        "<<: {}",
        "\u2028",
        "\uFEFF",
        "é́́́",
        "💥",
    ];

    /// <param name="text">Words with blanks or line ends between them.</param>
    public static string[] Words(string text) => text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
}
