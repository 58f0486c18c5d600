using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Pingmark.Suites;

namespace Pingmark.ConformanceTests;

/// <summary>One of protocol/schema, and the few words of JSON Schema that these files use.</summary>
internal sealed class Schema
{
    private readonly JsonObject _root;

    private Schema(JsonObject root) => _root = root;

    public static IEnumerable<string> Names =>
        Directory.EnumerateFiles(Folder, "*.json").Select(path => Path.GetFileNameWithoutExtension(path)!);

    private static string Folder => Path.Combine(Tree.Root, "protocol", "schema");

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
    public IReadOnlyList<string> Problems(JsonObject line)
    {
        var properties = _root["properties"]!.AsObject();
        var missing = _root["required"]!
            .AsArray()
            .Select(name => (string)name!)
            .Where(name => !line.ContainsKey(name))
            .Select(name => $"{name} is missing");
        var unknown = (bool)_root["additionalProperties"]!
            ? []
            : line.Where(field => !properties.ContainsKey(field.Key)).Select(field => $"{field.Key} is unknown");
        var wrong = line.Where(field => properties.ContainsKey(field.Key))
            .SelectMany(field =>
                Problems(properties[field.Key]!.AsObject(), field.Value).Select(problem => $"{field.Key}: {problem}")
            );
        return [.. missing, .. unknown, .. wrong];
    }

    private static IEnumerable<string> Problems(JsonObject rule, JsonNode? value) =>
        rule.SelectMany(word =>
            word.Key switch
            {
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
                "description" or "examples" => [],
                _ => throw new NotSupportedException($"these schemas do without '{word.Key}'"),
            }
        );

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
            "array" => value is JsonArray,
            _ => false,
        };
}
