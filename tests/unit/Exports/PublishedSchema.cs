using System.Runtime.CompilerServices;
using Xunit;

namespace Pingmark.Tests.Exports;

/// <summary>The schemas of protocol/schema. A key that is new, or changes its form, changes one: UPDATE_GOLDEN=1 writes
/// it.</summary>
internal static class PublishedSchema
{
    public static void Check(string name, string text, [CallerFilePath] string caller = "")
    {
        var folder = Path.GetDirectoryName(caller)!;
        while (!Directory.Exists(Path.Combine(folder, "protocol", "schema")))
            folder = Path.GetDirectoryName(folder)!;
        var path = Path.Combine(folder, "protocol", "schema", $"{name}.json");
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllText(path, text);
        Assert.Equal(File.ReadAllText(path), text);
    }
}
