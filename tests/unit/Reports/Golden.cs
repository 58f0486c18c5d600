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

    /// <summary>Compares what a document of docs/ has below its mark with what the program says of itself.</summary>
    public static void CheckDocument(string name, string actual, [CallerFilePath] string here = "")
    {
        const string begin = "<!-- Made by the tests: UPDATE_GOLDEN=1 ./test fast -->\n";
        var document = Path.GetFullPath(Path.Combine(here, "../../../../docs", name));
        var text = File.ReadAllText(document);
        var made = text[..(text.IndexOf(begin, StringComparison.Ordinal) + begin.Length)] + actual;
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllText(document, made);
        else
            Assert.Equal(made, text);
    }
}
