using System.Text.Json;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>Writes a transmission that is not known as an empty text.</summary>
internal sealed class EmptyIfUnknown : JsonConverter<Transmission?>
{
    public override bool HandleNull => true;

    public override Transmission? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String && reader.GetString() == ""
            ? null
            : JsonSerializer.Deserialize<Transmission>(ref reader, options);

    public override void Write(Utf8JsonWriter writer, Transmission? value, JsonSerializerOptions options)
    {
        if (value is { } known)
            JsonSerializer.Serialize(writer, known, options);
        else
            writer.WriteStringValue("");
    }
}
