using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>Options by a stack's own names: <c>sqpoll</c>, or for one side <c>server.tick_rate_hz</c>.</summary>
[JsonConverter(typeof(Converter))]
public sealed class StackOptions : IEquatable<StackOptions>
{
    public const string Server = "server",
        Client = "client";

    /// <summary>The most options that a file may have; no stack has so many.</summary>
    public const int MaxCount = 100;

    private readonly ImmutableSortedDictionary<string, string> _values;

    private StackOptions(ImmutableSortedDictionary<string, string> values) => _values = values;

    public static StackOptions None { get; } =
        new(ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal));

    public bool IsEmpty => _values.IsEmpty;

    /// <summary>The names; one that is asked of one side has the side before it.</summary>
    public IEnumerable<string> Keys => _values.Keys;

    /// <summary>The names without sides, each once.</summary>
    public IEnumerable<string> Names => Keys.Select(RemoveSide).Distinct();

    /// <summary>The value; null where the option is not asked for.</summary>
    public string? this[string key] => _values.GetValueOrDefault(key);

    /// <param name="value">The value; null to stop asking for the option.</param>
    public StackOptions With(string key, string? value) =>
        new(value is null ? _values.Remove(key) : _values.SetItem(key, value));

    /// <summary>These options with others added, which take the place of the same keys here.</summary>
    public StackOptions With(StackOptions others) => others.IsEmpty ? this : new(_values.SetItems(others._values));

    /// <summary>The value that one side is asked for; one for that side alone goes before one for both.</summary>
    public string? Find(string side, string name) => this[$"{side}.{name}"] ?? this[name];

    /// <summary>The options without those of the client alone.</summary>
    public StackOptions ForServer =>
        new(_values.RemoveRange(Keys.Where(key => key.StartsWith($"{Client}.", StringComparison.Ordinal))));

    /// <summary>The option's name in a key that may have a side before it.</summary>
    public static string RemoveSide(string key) => key[(key.IndexOf('.') + 1)..];

    /// <summary>A value as JSON has it: <c>true</c>, <c>60</c> or a text.</summary>
    public static JsonNode ToJson(string text) =>
        text is "true" or "false" ? JsonValue.Create(text == "true")
        : long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            ? JsonValue.Create(number)
        : JsonValue.Create(text)!;

    public bool Equals(StackOptions? other) => other is not null && _values.SequenceEqual(other._values);

    public override bool Equals(object? obj) => Equals(obj as StackOptions);

    public override int GetHashCode() => _values.Aggregate(0, (hash, value) => HashCode.Combine(hash, value));

    /// <summary>Reads and writes one value: JSON has a boolean, a number or a text, this program a text.</summary>
    internal sealed class OneValue : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
            reader.TokenType switch
            {
                JsonTokenType.True => "true",
                JsonTokenType.False => "false",
                JsonTokenType.String => reader.GetString()!,
                JsonTokenType.Number when reader.TryGetInt64(out var number) => number.ToString(
                    CultureInfo.InvariantCulture
                ),
                _ => throw new JsonException("an option must be true, false, a whole number or a text"),
            };

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            ToJson(value).WriteTo(writer);
    }

    private sealed class Converter : JsonConverter<StackOptions>
    {
        private static readonly OneValue Value = new();

        public override StackOptions Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            var read = None;
            if (reader.TokenType != JsonTokenType.StartObject)
                throw new JsonException("options are names with values");
            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                var key = reader.GetString()!;
                reader.Read();
                read = read.With(key, Value.Read(ref reader, typeof(string), options));
                if (read._values.Count > MaxCount)
                    throw new JsonException($"no stack has more than {MaxCount} options");
            }
            return read;
        }

        public override void Write(Utf8JsonWriter writer, StackOptions value, JsonSerializerOptions options)
        {
            writer.WriteStartObject();
            foreach (var (key, text) in value._values)
            {
                writer.WritePropertyName(key);
                Value.Write(writer, text, options);
            }
            writer.WriteEndObject();
        }
    }
}

/// <summary>An option that a suite asks for; the stacks' workers know what it means.</summary>
/// <param name="NamePlace">Where its name is written: <c>suites/x.yaml:4:3</c>.</param>
/// <param name="ValuePlace">Where its value is written.</param>
/// <param name="Key">Its name; with <c>server.</c> or <c>client.</c> before it where it is asked of one side.</param>
/// <param name="Stacks">The stacks of which at least one must have it.</param>
public sealed record AskedOption(
    string NamePlace,
    string ValuePlace,
    string Key,
    string Value,
    IReadOnlyList<string> Stacks
);

/// <summary>Keys of options from before stacks named their own, still read from suites and recorded runs.</summary>
internal static class EarlierOptionKeys
{
    private const string TickRate = "tick_rate_hz";

    private static readonly IReadOnlyList<string> SameNames =
    [
        "client_threads",
        "native_sockets",
        "connected_sockets",
        "udp_offload",
        "sqpoll",
        "defer_taskrun",
    ];

    /// <summary>A suite's key and the option that it means; a mapping under it has values for each side.</summary>
    public static readonly IReadOnlyDictionary<string, string> SuiteKeys = AddSameNames(("tick_rate", TickRate));

    /// <summary>The key in a recorded scenario and the option that it means.</summary>
    public static readonly IReadOnlyDictionary<string, string> RecordKeys = AddSameNames(
        ("server_tick_rate_hz", $"{StackOptions.Server}.{TickRate}"),
        ("client_tick_rate_hz", $"{StackOptions.Client}.{TickRate}")
    );

    private static Dictionary<string, string> AddSameNames(params (string Key, string Option)[] renamed) =>
        renamed.Concat(SameNames.Select(name => (name, name))).ToDictionary();
}
