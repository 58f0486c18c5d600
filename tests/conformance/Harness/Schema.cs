using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Pingmark.ConformanceTests;

/// <summary>One of protocol/schema, and the few words of JSON Schema that these files use.</summary>
internal sealed class Schema
{
    private readonly JsonObject _root;

    private Schema(JsonObject root) => _root = root;

    public static IEnumerable<string> Names =>
        Directory.EnumerateFiles(Folder, "*.json").Select(path => Path.GetFileNameWithoutExtension(path)!);

    private static string Folder { get; } =
        Path.GetFullPath(Path.Combine(ThisFolder(), "..", "..", "..", "protocol", "schema"));

    public IEnumerable<string> Fields => _root["properties"]!.AsObject().Select(property => property.Key);

    public static Schema Load(string name) =>
        new(JsonNode.Parse(File.ReadAllText(Path.Combine(Folder, name + ".json")))!.AsObject());

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

    /// <returns>What is wrong with a line; empty when it satisfies the schema.</returns>
    public IReadOnlyList<string> Problems(JsonObject line) => Problems(_root, line).ToList();

    private IEnumerable<string> Problems(JsonObject rule, JsonNode? value) =>
        rule.SelectMany(word =>
            word.Key switch
            {
                "$ref" => Problems(At((string)word.Value!), value),
                "properties" => (value as JsonObject ?? [])
                    .Where(field => word.Value!.AsObject().ContainsKey(field.Key))
                    .SelectMany(field => Within(field.Key, word.Value![field.Key]!, field.Value)),
                "required" when value is JsonObject fields => word.Value!.AsArray()
                    .Select(name => (string)name!)
                    .Where(name => !fields.ContainsKey(name))
                    .Select(name => $"{name} is missing"),
                "additionalProperties" when value is JsonObject fields => fields
                    .Where(field => rule["properties"] is not JsonObject known || !known.ContainsKey(field.Key))
                    .SelectMany(field =>
                        word.Value is JsonObject of ? Within(field.Key, of, field.Value)
                        : (bool)word.Value! ? []
                        : [$"{field.Key} is unknown"]
                    ),
                "type" => Types(word.Value!).Any(type => Is(type, value))
                    ? []
                    : [$"{value?.ToJsonString() ?? "null"} is not of type {word.Value!.ToJsonString()}"],
                "const" => JsonNode.DeepEquals(word.Value, value) ? [] : [$"is not {word.Value!.ToJsonString()}"],
                "enum" => word.Value!.AsArray().Any(one => JsonNode.DeepEquals(one, value))
                    ? []
                    : [$"is none of {word.Value.ToJsonString()}"],
                "minimum" => Number(value) is not { } number || number >= Number(word.Value)
                    ? []
                    : [$"is below {word.Value}"],
                "maximum" => Number(value) is not { } number || number <= Number(word.Value)
                    ? []
                    : [$"is above {word.Value}"],
                "minLength" => !Is("string", value) || ((string)value!).Length >= Number(word.Value)
                    ? []
                    : ["is too short"],
                "pattern" => !Is("string", value) || Regex.IsMatch((string)value!, (string)word.Value!)
                    ? []
                    : [$"does not match {word.Value}"],
                "items" => (value as JsonArray ?? []).SelectMany(item => Problems(word.Value!.AsObject(), item)),
                "required" or "additionalProperties" => [],
                "$schema" or "$id" or "title" or "description" or "examples" or "format" or "default" => [],
                _ => throw new NotSupportedException($"these schemas do without '{word.Key}'"),
            }
        );

    private IEnumerable<string> Within(string name, JsonNode rule, JsonNode? value) =>
        Problems(rule.AsObject(), value).Select(problem => $"{name}: {problem}");

    /// <summary>A place in this file, <c>#/properties/cells/items</c>.</summary>
    private JsonObject At(string pointer) =>
        pointer.Split('/').Skip(1).Aggregate((JsonNode)_root, (at, name) => at[name]!).AsObject();

    private static IEnumerable<string> Types(JsonNode type) =>
        type is JsonArray several ? several.Select(one => (string)one!) : [(string)type!];

    /// <summary>As in JSON Schema, rules about numbers hold for numbers, and are silent about everything
    /// else.</summary>
    private static decimal? Number(JsonNode? value) =>
        value?.GetValueKind() == JsonValueKind.Number
            ? decimal.Parse(value.ToJsonString(), NumberStyles.Float, CultureInfo.InvariantCulture)
            : null;

    private static bool Is(string type, JsonNode? value) =>
        type switch
        {
            "null" => value is null,
            "string" => value?.GetValueKind() == JsonValueKind.String,
            "boolean" => value?.GetValueKind() is JsonValueKind.True or JsonValueKind.False,
            "integer" => Number(value) is { } number && decimal.IsInteger(number),
            "number" => Number(value) is not null,
            "object" => value is JsonObject,
            "array" => value is JsonArray,
            _ => false,
        };

    private static string ThisFolder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
