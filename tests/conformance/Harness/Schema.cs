using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Text.Json.Nodes;
using Json.Schema;

namespace Pingmark.ConformanceTests;

/// <summary>One of protocol/schema.</summary>
internal sealed class Schema
{
    private static readonly EvaluationOptions EveryError = new() { OutputFormat = OutputFormat.List };

    private static readonly ConcurrentDictionary<string, Schema> Loaded = new();

    private readonly string _text;
    private readonly JsonSchema _schema;

    private Schema(string name)
    {
        _text = File.ReadAllText(Path.Combine(Folder, name + ".json"));
        _schema = JsonSchema.FromText(_text);
    }

    public static IEnumerable<string> Names =>
        Directory.EnumerateFiles(Folder, "*.json").Select(path => Path.GetFileNameWithoutExtension(path)!);

    private static string Folder { get; } =
        Path.GetFullPath(Path.Combine(ThisFolder(), "..", "..", "..", "protocol", "schema"));

    public IEnumerable<string> Fields =>
        JsonNode.Parse(_text)!["properties"]!.AsObject().Select(property => property.Key);

    public static Schema Load(string name) => Loaded.GetOrAdd(name, one => new(one));

    public static Schema OfReply(string op) =>
        Load(
            "reply-"
                + op switch
                {
                    "run" => "result",
                    "stop" => "usage",
                    _ => op,
                }
        );

    /// <returns>What is wrong with a line, and where; empty when it satisfies the schema.</returns>
    public IReadOnlyList<string> Problems(JsonObject line) =>
        // What an item is not, of which another one is enough, is an error of a part, and no problem.
        _schema.Evaluate(line, EveryError)
            is { IsValid: false } evaluated
            ? (
                from found in evaluated.Details
                where found.HasErrors
                from error in found.Errors!
                select $"{found.InstanceLocation}: {error.Value}"
            ).ToList()
            : [];

    private static string ThisFolder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
