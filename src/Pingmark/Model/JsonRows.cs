using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Pingmark.Model;

/// <summary>A row of a table as a property in the JSON of the type that holds its values.</summary>
/// <param name="Get">Gets the value; null for a property that is read from earlier files and no longer written.</param>
internal sealed record JsonRow<TOwner, TValue>(string Key, Func<TOwner, TValue>? Get, Action<TOwner, TValue> Set)
{
    /// <summary>Whether a null value is left out of the JSON.</summary>
    public bool IsLeftOutIfNull { get; init; }

    /// <summary>How the value is read and written; null: as its type always is.</summary>
    public JsonConverter? Converter { get; init; }
}

internal static class JsonRows
{
    /// <summary>Inserts properties for the rows into the JSON of a type, after one of its properties and in place of
    /// properties of the same names; other types stay as they are.</summary>
    public static void Put<TOwner, TValue>(JsonTypeInfo type, string after, IEnumerable<JsonRow<TOwner, TValue>> rows)
    {
        if (type.Type != typeof(TOwner))
            return;
        var all = rows.ToList();
        foreach (var named in type.Properties.Where(property => all.Exists(row => row.Key == property.Name)).ToList())
            type.Properties.Remove(named);
        var at = type.Properties.Select(property => property.Name).ToList().IndexOf(after) + 1;
        foreach (var row in all)
        {
            var property = type.CreateJsonPropertyInfo(typeof(TValue), row.Key);
            property.Get = row.Get is { } get ? owner => get((TOwner)owner) : null;
            if (row.IsLeftOutIfNull)
                property.ShouldSerialize = (_, value) => value is not null;
            property.Set = (owner, value) => row.Set((TOwner)owner, (TValue)value!);
            property.CustomConverter = row.Converter;
            type.Properties.Insert(at++, property);
        }
    }
}
