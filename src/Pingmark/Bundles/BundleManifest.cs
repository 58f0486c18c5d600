using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Bundles;

/// <summary>manifest.json: what a bundle has in it, byte for byte, and what made it.</summary>
public sealed record BundleManifest
{
    public const string CurrentSchema = "pingmark.bundle/1";
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>The name of the run's folder, which results.csv repeats.</summary>
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

    /// <summary>The lines of trials.jsonl in their order.</summary>
    public required IReadOnlyList<BundledTrial> Trials { get; init; }

    /// <summary>All other files in their order.</summary>
    public required IReadOnlyList<BundledFile> Files { get; init; }

    /// <summary>The text of manifest.json, with its checksum.</summary>
    internal string Text() => Checksum.Append(JsonSerializer.Serialize(this, SummaryJson.Options)) + "\n";

    /// <exception cref="BadInputException">The text is no manifest, or one of another version.</exception>
    internal static BundleManifest Parse(string text)
    {
        try
        {
            if (
                JsonSerializer.Deserialize<Header>(text, SummaryJson.Strict)?.Schema is var schema and not CurrentSchema
            )
                throw new BadInputException(
                    $"{BundlePaths.Manifest} has the schema '{schema}', and this pingmark reads '{CurrentSchema}'"
                );
            return JsonSerializer.Deserialize<BundleManifest>(text, SummaryJson.Strict)!;
        }
        catch (JsonException e)
        {
            throw new BadInputException($"{BundlePaths.Manifest}:{(e.LineNumber ?? 0) + 1}: {e.Message}");
        }
    }

    internal static string Hash(string text) => Hash(Encoding.UTF8.GetBytes(text));

    internal static string Hash(byte[] bytes) => Convert.ToHexStringLower(SHA256.HashData(bytes));

    private sealed record Header(string? Schema = null);
}

/// <param name="Cell">The id of the trial's cell.</param>
/// <param name="Sha256">The SHA-256 of its line without the line end.</param>
public sealed record BundledTrial(string Cell, int Round, int Block, string Sha256)
{
    internal string InWords => $"the trial of {Cell} in round {Round}, block {Block}";
}

/// <param name="Path">The path below the bundle's folder.</param>
public sealed record BundledFile(string Path, long Bytes, string Sha256);
