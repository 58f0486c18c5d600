namespace Pingmark.Hostile.Tests.Harness;

/// <summary>What may stand in the place of a value of a JSON file.</summary>
internal static class HostileJson
{
    public static IReadOnlyList<string> Values { get; } =
    [
        .. HostileValues.Words(
            """
            null true 0 -0.0 -1 1 2 1000 2147483647 -2147483648 2147483648 9007199254740992 -9007199254740992
            9007199254740993 9223372036854775807 -9223372036854775808 9223372036854775808 1e15 1e-15 -1e15 1e300
            1e-300 1e400 0.5 [] {} [null] [[null]] {"a":null} {"java":[null]} [0,1] [27647,9007199254740992]
            [0,9007199254740992,1,9007199254740992] [1,1,0,1] [27648,1] [-1,1] [0] ""
            """
        ),
        "\"\\u001b]0;owned\\u0007\"",
        "\"\\u202e\\u009b31m\"",
        "\"\\ud800\"",
        .. HostileValues.Words(
            """
            "=1+1" "<script>|`*" "0-99999" "0-8191" "0,0" "ok" "failed" "unmeasured" "settled" "throughput_per_s"
            """
        ),
        "\"cpp/tcp-a c1\"",
        .. HostileValues.Words(
            """
            "0001-01-01T00:00:00+00:00" "0001-01-01T00:00:00+14:00" "9999-12-31T23:59:59.9999999-14:00"
            "pingmark.run/1"
            """
        ),
        "\"\\n\\n# owned\"",
        "\"" + new string('a', 5_000) + "\"",
        string.Concat(Enumerable.Repeat("[", 100)) + string.Concat(Enumerable.Repeat("]", 100)),
        "NaN",
        "}",
        "",
    ];
}
