using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Pingmark.Model.Loads;

namespace Pingmark.Model;

/// <summary>How every JSON file spells keys, numbers and dates, with the counters and histograms of the tables as
/// properties.</summary>
internal static class ModelJson
{
    /// <summary>The options for files that people open.</summary>
    public static JsonSerializerOptions Options { get; } = Create(indented: true, _ => { });

    /// <summary>Converters for files that may come from anybody: they refuse nulls in lists, and numbers too large to
    /// be added up.</summary>
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
        JsonRows.Put(
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
        JsonRows.Put(
            type,
            after: "transmission",
            EarlierOptionKeys.OfRecords.Select(known => new JsonRow<Scenario, string?>(
                known.Key,
                null,
                (scenario, value) =>
                    scenario.Options = value is null ? scenario.Options : scenario.Options.With(known.Value, value)
            )
            {
                Converter = new StackOptions.OneValue(),
            })
        );
        JsonRows.Put(
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
        JsonRows.Put(
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
        JsonRows.Put(
            type,
            after: "duration_ns",
            Counter.All.Where(counter => counter.IsInTrials).Select(counter => InTrial(counter))
        );
        JsonRows.Put(
            type,
            after: Counter.All.Last(counter => counter.IsInTrials).Key,
            HistogramKind
                .All.Where(kind => kind.IsInTrials)
                .Select(kind => new JsonRow<CountedWindow, long[]?>(
                    kind.Key,
                    window => window[kind] ?? (kind.MayBeAbsent ? null : []),
                    (window, value) =>
                        window.Histograms = value is null
                            ? window.Histograms.Remove(kind)
                            : window.Histograms.SetItem(kind, value)
                ))
        );
        JsonRows.Put(type, after: "samples", Counter.Shown.Where(counter => counter.IsMeantIn is null).Select(InCell));
        JsonRows.Put(
            type,
            after: Counter.Shown.Last(counter => counter.IsMeantIn is null).Key,
            Counter
                .Shown.Where(counter => counter.IsMeantIn is not null)
                .Select(counter => new JsonRow<CellSummary, long?>(
                    counter.Key,
                    cell => cell.Known(counter),
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
            Converter = counter.Most == BoundedLong.Largest ? null : new BoundedLong(counter.Most),
        };

    private static JsonRow<CellSummary, long> InCell(Counter counter) =>
        new(counter.Key, cell => cell[counter], (cell, value) => cell.Counts = cell.Counts.SetItem(counter, value));
}
