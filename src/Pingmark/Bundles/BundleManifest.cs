using System.Reflection;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Pingmark.Reports.Html;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Bundles;

/// <summary>manifest.json: what a bundle has in it, byte for byte, and what made it.</summary>
public sealed record BundleManifest
{
    public const string CurrentSchema = "pingmark.bundle/1";
    public string Schema { get; init; } = CurrentSchema;
    public required string Run { get; init; }
    public required string Suite { get; init; }
    public required DateTimeOffset StartedAt { get; init; }
    public required int Seed { get; init; }

    /// <summary>The version of this program that made the reports and the bundle, with its commit.</summary>
    public required string Program { get; init; }

    /// <summary>The version of .NET that compressed it, and the machine's kind.</summary>
    public required string Platform { get; init; }

    /// <summary>The SHA-256 of the style and scripts in report.html, which are parts of the program.</summary>
    public required string PageSha256 { get; init; }
    public required IReadOnlyList<BundledTrial> Trials { get; init; }
    public required IReadOnlyList<BundledFile> Files { get; init; }

    internal string Text() => Checksum.Append(JsonSerializer.Serialize(this, SummaryJson.Options)) + "\n";

    /// <exception cref="BadInputException">The text is no manifest, or one of another version.</exception>
    internal static BundleManifest Parse(string text)
    {
        if (RunFiles.Parse<Header>(text, BundlePaths.Manifest, 1).Schema is var schema and not CurrentSchema)
            throw new BadInputException(
                $"{BundlePaths.Manifest} has the schema '{schema}', and this pingmark reads '{CurrentSchema}'"
            );
        return RunFiles.Parse<BundleManifest>(text, BundlePaths.Manifest, 1);
    }

    internal static string Hash(string text) => Hash(Encoding.UTF8.GetBytes(text));

    internal static string Hash(byte[] bytes) => Convert.ToHexStringLower(SHA256.HashData(bytes));

    private sealed record Header(string? Schema = null);
}

public sealed record BundledTrial(string Cell, int Round, int Block, string Sha256)
{
    internal string InWords => $"the trial of {Cell} in round {Round}, block {Block}";
}

public sealed record BundledFile(string Path, long Bytes, string Sha256);

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
