using System.Runtime.CompilerServices;
using System.Text.Json.Nodes;
using Json.Schema;
using Pingmark.Exports;

namespace Pingmark.ConformanceTests;

/// <summary>A schema of protocol/schema, or of a file that the controller writes.</summary>
internal sealed class Schema
{
    private static readonly EvaluationOptions EveryError = new() { OutputFormat = OutputFormat.List };

    private static readonly Dictionary<string, Schema> Loaded = [];

    /// <summary>The library registers schemas, and resolves their references, for the whole process and for one thread
    /// at a time.</summary>
    private static readonly Lock OneAtATime = new();

    private readonly string _text;
    private readonly JsonSchema _schema;

    private Schema(string name)
    {
        _text =
            FileSchema.All.FirstOrDefault(schema => schema.Name == name)?.Text()
            ?? File.ReadAllText(Path.Combine(Folder, name + ".json"));
        _schema = JsonSchema.FromText(_text);
    }

    /// <summary>The schemas of requests and replies.</summary>
    public static IEnumerable<string> Names =>
        Directory.EnumerateFiles(Folder, "*.json").Select(path => Path.GetFileNameWithoutExtension(path)!);

    private static string Folder { get; } =
        Path.GetFullPath(Path.Combine(ThisFolder(), "..", "..", "..", "protocol", "schema"));

    public IEnumerable<string> Fields =>
        JsonNode.Parse(_text)!["properties"]!.AsObject().Select(property => property.Key);

    public static Schema Load(string name)
    {
        lock (OneAtATime)
            return Loaded.TryGetValue(name, out var known) ? known : Loaded[name] = new(name);
    }

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
    public IReadOnlyList<string> Problems(JsonObject line)
    {
        lock (OneAtATime)
            // What an item is not, of which another one is enough, is an error of a part, and no problem.
            return _schema.Evaluate(line, EveryError) is { IsValid: false } evaluated
                ? (
                    from found in evaluated.Details
                    where found.HasErrors
                    from error in found.Errors!
                    select $"{found.InstanceLocation}: {error.Value}"
                ).ToList()
                : [];
    }

    private static string ThisFolder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
