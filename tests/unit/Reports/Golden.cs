using System.Runtime.CompilerServices;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>
/// Compares a report with the file of that name in <c>golden/</c>. After a wanted change, write the files anew and read
/// the difference before committing it: <c>UPDATE_GOLDEN=1 dotnet test tests/unit</c>.
/// </summary>
internal static class Golden
{
    public static void Check(string name, string actual, [CallerFilePath] string caller = "")
    {
        var path = Path.Combine(Path.GetDirectoryName(caller)!, "golden", name);
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllText(path, actual);
        Assert.True(File.Exists(path), $"{path} is missing; write it with UPDATE_GOLDEN=1");
        Assert.Equal(File.ReadAllText(path).ReplaceLineEndings("\n"), actual);
    }

    /// <summary>Compares what is rendered under each culture with the file of that name.</summary>
    public static void CheckInEveryCulture(string name, Func<string> render, [CallerFilePath] string caller = "") =>
        Assert.All(Cultures.All, culture => Check(name, Cultures.Under(culture, render), caller));

    /// <summary>Compares a table that a page of docs/ has below its mark with what the program says of
    /// itself.</summary>
    /// <param name="actual">The table in Markdown, with a line end; an empty line ends it in the page.</param>
    public static void CheckDocument(string page, string actual)
    {
        const string mark = "<!-- Made by the tests: UPDATE_GOLDEN=1 ./test fast -->\n";
        var document = Path.GetFullPath(Path.Combine(ThisFile(), "../../../../docs", page));
        var text = File.ReadAllText(document);
        var begin = text.IndexOf(mark, StringComparison.Ordinal) + mark.Length;
        var end = text.IndexOf("|\n\n", begin, StringComparison.Ordinal);
        var made = $"{text[..begin]}\n{actual.TrimStart('\n')}{(end < 0 ? "" : text[(end + 2)..])}";
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllText(document, made);
        else
            Assert.Equal(made, text);
    }

    private static string ThisFile([CallerFilePath] string here = "") => here;
}
