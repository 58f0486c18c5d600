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
}
