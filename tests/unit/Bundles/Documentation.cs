using System.Runtime.CompilerServices;

namespace Pingmark.Tests.Bundles;

internal static class Documentation
{
    public static string Read(string page, [CallerFilePath] string caller = "") =>
        File.ReadAllText(Path.Combine(Path.GetDirectoryName(caller)!, "..", "..", "..", "docs", page));
}
