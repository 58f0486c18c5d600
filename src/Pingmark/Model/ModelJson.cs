using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Pingmark.Model.Loads;

namespace Pingmark.Model;

/// <summary>JSON options that all files share, with counters and histograms as properties.</summary>
internal static class ModelJson
{
    /// <summary>The options for files that people open.</summary>
    public static JsonSerializerOptions Options { get; } = Create(indented: true, _ => { });

    /// <summary>Converters that refuse nulls in lists, and numbers too large to be added up.</summary>
    public static JsonConverter[] StrictConverters() => [new BoundedLong(), new BoundedDouble(), new NoNullElements()];

    /// <param name="putRows">Puts further rows of tables into the types that hold them.</param>
    public static JsonSerializerOptions Create(
        bool indented,
        Action<JsonTypeInfo> putRows,
        params JsonConverter[] converters
    )
    {
        var options = new JsonSerializerOptions
        {
            PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
            WriteIndented = indented,
            NewLine = "\n",
            // Computed properties (total_in_flight, headline_metric) follow from the others.
            IgnoreReadOnlyProperties = true,
            Converters = { new JsonStringEnumConverter(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false) },
            // A figure that is missing must never be read as 0.
            RespectNullableAnnotations = true,
            RespectRequiredConstructorParameters = true,
            // Plain "-XX:+UseSerialGC" and "µs". These files are never pasted into HTML as they are; who does so must
            // escape them.
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            TypeInfoResolver = new DefaultJsonTypeInfoResolver
            {
                Modifiers = { PutNumbers, PutOptions, PutCounted, putRows },
            },
        };
        foreach (var converter in converters)
            options.Converters.Add(converter);
        options.MakeReadOnly();
        return options;
    }

    private static void PutNumbers(JsonTypeInfo type) =>
        JsonRows.InsertProperties(
            type,
            after: "test",
            LoadList.Numbers.Select(number => new JsonRow<Scenario, int?>(
                number.Field,
                scenario => scenario[number],
                (scenario, value) => scenario.Numbers = scenario.Numbers.With(number, value)
            ))
        );

    private static void PutOptions(JsonTypeInfo type)
    {
        JsonRows.InsertProperties(
            type,
            after: "transmission",
            EarlierOptionKeys.RecordKeys.Select(known => new JsonRow<Scenario, string?>(
                known.Key,
                null,
                (scenario, value) =>
                    scenario.Options = value is null ? scenario.Options : scenario.Options.With(known.Value, value)
            )
            {
                Converter = new StackOptions.OneValue(),
            })
        );
        JsonRows.InsertProperties(
            type,
            after: "transmission",
            [
                new JsonRow<Scenario, StackOptions?>(
                    "options",
                    scenario => scenario.Options.IsEmpty ? null : scenario.Options,
                    (scenario, value) => scenario.Options = scenario.Options.With(value ?? StackOptions.None)
                )
                {
                    IsLeftOutIfNull = true,
                },
            ]
        );
        JsonRows.InsertProperties(
            type,
            after: "runtime_options",
            [
                new JsonRow<Cell, StackOptions?>(
                    "options",
                    cell => cell.Options.IsEmpty ? null : cell.Options,
                    (cell, value) => cell.Options = value ?? StackOptions.None
                )
                {
                    IsLeftOutIfNull = true,
                },
            ]
        );
    }

    private static void PutCounted(JsonTypeInfo type)
    {
        JsonRows.InsertProperties(
            type,
            after: "duration_ns",
            Counter.All.Where(counter => counter.IsWindowKey).Select(counter => InTrial(counter))
        );
        JsonRows.InsertProperties(
            type,
            after: Counter.All.Last(counter => counter.IsWindowKey).Key,
            HistogramKind
                .All.Where(kind => kind.IsWindowKey)
                .Select(kind => new JsonRow<CountedWindow, long[]?>(
                    kind.Key,
                    window => window[kind] ?? (kind.MayBeAbsent ? null : []),
                    (window, value) =>
                        window.Histograms = value is null
                            ? window.Histograms.Remove(kind)
                            : window.Histograms.SetItem(kind, value)
                ))
        );
        JsonRows.InsertProperties(
            type,
            after: "samples",
            Counter.Shown.Where(counter => counter.AppliesTo is null).Select(InCell)
        );
        JsonRows.InsertProperties(
            type,
            after: Counter.Shown.Last(counter => counter.AppliesTo is null).Key,
            Counter
                .Shown.Where(counter => counter.AppliesTo is not null)
                .Select(counter => new JsonRow<CellSummary, long?>(
                    counter.Key,
                    cell => cell.ValueOrNull(counter),
                    (cell, value) =>
                        cell.Counts = value is { } known
                            ? cell.Counts.SetItem(counter, known)
                            : cell.Counts.Remove(counter)
                ))
        );
    }

    private static JsonRow<CountedWindow, long> InTrial(Counter counter) =>
        new(
            counter.Key,
            window => window[counter],
            (window, value) => window.Counts = window.Counts.SetItem(counter, value)
        )
        {
            Converter = counter.MaxValue == BoundedLong.MaxValue ? null : new BoundedLong(counter.MaxValue),
        };

    private static JsonRow<CellSummary, long> InCell(Counter counter) =>
        new(counter.Key, cell => cell[counter], (cell, value) => cell.Counts = cell.Counts.SetItem(counter, value));
}

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
    /// <summary>Inserts rows as JSON properties of a type, replacing properties of the same names.</summary>
    public static void InsertProperties<TOwner, TValue>(
        JsonTypeInfo type,
        string after,
        IEnumerable<JsonRow<TOwner, TValue>> rows
    )
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
