using System.Text.Json.Nodes;
using Pingmark.Model;

namespace Pingmark.Conformance;

/// <summary>Makes the fields of requests.</summary>
internal static class Fields
{
    public static JsonObject Create(params IEnumerable<(string Name, JsonNode? Value)> fields) =>
        new JsonObject().With(fields);

    /// <summary>The fields of a request to listen or to connect; what is plain has no token.</summary>
    public static JsonObject Request(StackFacts stack, ServerAddress at, string token, JsonObject? options = null)
    {
        var fields = Create(("stack", stack.Id), ("address", at.Host), ("port", at.Port), ("token", token));
        if (options?["plain"]?.GetValue<bool>() == true)
            fields.Remove("token");
        return fields.With(options);
    }

    /// <returns>The same object, with these fields added or replaced.</returns>
    public static JsonObject With(this JsonObject request, params IEnumerable<(string Name, JsonNode? Value)> fields)
    {
        foreach (var (name, value) in fields)
            request[name] = value;
        return request;
    }

    /// <summary>The same object, with copies of another object's fields.</summary>
    public static JsonObject With(this JsonObject request, JsonObject? options) =>
        request.With((options ?? []).Select(field => (field.Key, field.Value?.DeepClone())));
}
