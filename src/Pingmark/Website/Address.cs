using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Pingmark.Model;

namespace Pingmark.Website;

/// <summary>Makes the addresses of pages. Each follows from what its page is about alone, so that it stays the same
/// whatever else is on the website, and when the website is made anew.</summary>
internal static partial class Address
{
    private const int LongestStart = 48;

    public const string First = "index.html",
        Comparison = "compare.html",
        Feed = "feed.xml",
        Search = "search.js";

    /// <summary>What a run is called in addresses: its suite, when it began, and a hash of both, its seed and its
    /// cells.</summary>
    public static string IdOf(Summary run)
    {
        var began = run.StartedAt.UtcDateTime;
        var hash = Hash([
            run.Suite,
            began.ToString("O", CultureInfo.InvariantCulture),
            run.Seed.ToString(CultureInfo.InvariantCulture),
            .. run.Cells.Select(cell => cell.Id),
        ]);
        return string.Create(CultureInfo.InvariantCulture, $"{Start(run.Suite)}-{began:yyyyMMdd-HHmmss}-{hash}");
    }

    public static string OfRun(string id) => $"runs/{id}.html";

    public static string OfData(string id) => $"data/{id}.js";

    public static string OfSuite(string suite) => $"suites/{Name(suite)}.html";

    /// <param name="stack">A stack, of whose versions all are on one page.</param>
    public static string OfStack(string stack) => $"stacks/{Name(StackVersion.Plain(stack))}.html";

    /// <summary>The first letters of a hash of these texts.</summary>
    public static string Hash(params IReadOnlyList<string> texts) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', texts))))[..8];

    /// <summary>A name as a part of addresses: <c>java/tcp-nio</c> becomes <c>java--tcp-nio</c>. A name of another form
    /// gets a hash, so that no two have one address.</summary>
    private static string Name(string name) =>
        Usual().IsMatch(name) && name.Length <= LongestStart
            ? name.Replace("/", "--", StringComparison.Ordinal)
            : $"{Start(name)}-{Hash(name)}";

    private static string Start(string name)
    {
        var start = Other().Replace(name.Length <= LongestStart ? name : name[..LongestStart], "-").Trim('-', '.');
        return start.Length > 0 ? start.ToLowerInvariant() : "unnamed";
    }

    [GeneratedRegex(@"\A[a-z0-9]+([._-][a-z0-9]+)*(/[a-z0-9]+([._-][a-z0-9]+)*)?\z")]
    private static partial Regex Usual();

    [GeneratedRegex("[^A-Za-z0-9._-]+")]
    private static partial Regex Other();
}
