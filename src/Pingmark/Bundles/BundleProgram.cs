using System.Reflection;
using System.Runtime.InteropServices;
using Pingmark.Reports.Html;

namespace Pingmark.Bundles;

/// <summary>What of this program decides on the bytes that it makes of a run.</summary>
internal static class BundleProgram
{
    public static string Version { get; } =
        typeof(BundleProgram)
            .Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
            .InformationalVersion;

    public static string Platform { get; } =
        $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.RuntimeIdentifier}";

    public static string PageSha256 { get; } =
        BundleManifest.Hash(HtmlResources.Style + HtmlResources.Script + HtmlResources.Charts);
}
