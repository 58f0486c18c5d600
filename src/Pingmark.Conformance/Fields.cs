using System.Text.Json.Nodes;

namespace Pingmark.Conformance;

/// <summary>The fields of a request.</summary>
internal static class Fields
{
    public static JsonObject Of(params IEnumerable<(string Name, JsonNode? Value)> fields) =>
        new JsonObject().With(fields);

    /// <returns>The same, with these, too, or instead.</returns>
    public static JsonObject With(this JsonObject request, params IEnumerable<(string Name, JsonNode? Value)> fields)
    {
        foreach (var (name, value) in fields)
            request[name] = value;
        return request;
    }

    /// <summary>The same with copies of another object's fields.</summary>
    public static JsonObject With(this JsonObject request, JsonObject? options) =>
        request.With((options ?? []).Select(field => (field.Key, field.Value?.DeepClone())));
}
