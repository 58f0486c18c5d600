using System.Globalization;
using System.Numerics;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>Reads whole numbers of untrusted files, small enough to be added up.</summary>
internal sealed class BoundedLong(long largest = BoundedLong.MaxValue) : JsonConverter<long>
{
    /// <summary>The largest number that is read, which is more than anything counts.</summary>
    public const long MaxValue = 1L << 53;

    /// <summary>The largest sum of times, in ns; 80,000 concurrent messages reach it after 16 hours.</summary>
    public const long MaxSum = 1L << 62;

    public override long Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.Number
        && reader.TryGetInt64(out var value)
        && Math.Abs((decimal)value) <= largest
            ? value
            : throw new JsonException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"a whole number is expected, and none beyond 2^{BitOperations.Log2((ulong)largest)}"
                )
            );

    public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(value);
}

/// <summary>Reads fractions of untrusted files, small enough to multiply and large enough to divide by.</summary>
internal sealed class BoundedDouble : JsonConverter<double>
{
    private const double Largest = 1e15,
        Smallest = 1e-15;

    public override double Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.Number
        && reader.TryGetDouble(out var value)
        && Math.Abs(value) is 0 or >= Smallest and <= Largest
            ? value
            : throw new JsonException("a number is expected, and none beyond 1e15 or as small as 1e-15");

    public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(value);
}

/// <summary>Refuses null in lists and dictionaries; the serializer's own checks do not look at elements.</summary>
internal sealed class NoNullElements : JsonConverterFactory
{
    public override bool CanConvert(Type type) =>
        type.IsGenericType
        && (
            type.GetGenericTypeDefinition() == typeof(IReadOnlyList<>)
            || type.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>)
        )
        && !type.GetGenericArguments()[^1].IsValueType;

    public override JsonConverter CreateConverter(Type type, JsonSerializerOptions options) =>
        (JsonConverter)
            Activator.CreateInstance(
                type.GetGenericArguments() is [var element]
                    ? typeof(OfList<>).MakeGenericType(element)
                    : typeof(OfDictionary<>).MakeGenericType(type.GetGenericArguments()[1])
            )!;

    private static T Checked<T>(T? read, Func<T, bool> hasNull)
        where T : class =>
        read is null || hasNull(read) ? throw new JsonException("null has no place in a list") : read;

    private sealed class OfList<T> : JsonConverter<IReadOnlyList<T>>
        where T : class
    {
        public override IReadOnlyList<T> Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
            Checked(JsonSerializer.Deserialize<List<T>>(ref reader, options), list => list.Contains(null!));

        public override void Write(Utf8JsonWriter writer, IReadOnlyList<T> value, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, value.ToList(), options);
    }

    private sealed class OfDictionary<T> : JsonConverter<IReadOnlyDictionary<string, T>>
        where T : class
    {
        public override IReadOnlyDictionary<string, T> Read(
            ref Utf8JsonReader reader,
            Type type,
            JsonSerializerOptions options
        ) =>
            Checked(
                JsonSerializer.Deserialize<Dictionary<string, T>>(ref reader, options),
                values => values.ContainsValue(null!)
            );

        public override void Write(
            Utf8JsonWriter writer,
            IReadOnlyDictionary<string, T> value,
            JsonSerializerOptions options
        ) => JsonSerializer.Serialize(writer, value.ToDictionary(), options);
    }
}
