using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Pingmark.Model;

/// <summary>A row of a table as a property in the JSON of what holds its values.</summary>
/// <param name="Get">Null: it is read from earlier files, and written no more.</param>
internal sealed record JsonRow<TOwner, TValue>(string Key, Func<TOwner, TValue>? Get, Action<TOwner, TValue> Set)
{
    /// <summary>What is null is left out.</summary>
    public bool IsLeftOutIfNull { get; init; }

    /// <summary>Null: that of the value's type.</summary>
    public JsonConverter? Converter { get; init; }
}

internal static class JsonRows
{
    /// <summary>Puts rows into a type that owns them, behind one of its properties and in place of properties of the
    /// same names; leaves other types alone.</summary>
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
