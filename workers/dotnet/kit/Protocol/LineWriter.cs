using System.Buffers;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>Writes replies and notices, one object a line, each line at once.</summary>
public sealed class LineWriter(Stream output)
{
    private readonly ArrayBufferWriter<byte> _line = new();

    public void Write(Action<Utf8JsonWriter> fields)
    {
        _line.ResetWrittenCount();
        using (var json = new Utf8JsonWriter(_line))
        {
            json.WriteStartObject();
            fields(json);
            json.WriteEndObject();
        }
        if (_line.WrittenCount >= LineReader.MaxLineBytes) throw new WorkerException("the reply is longer than a line may be");
        _line.Write("\n"u8);
        output.Write(_line.WrittenSpan);
        output.Flush();
    }
}

internal static class JsonTexts
{
    public static void WriteTexts(this Utf8JsonWriter json, string name, IEnumerable<string> values)
    {
        json.WriteStartArray(name);
        foreach (string value in values) json.WriteStringValue(value);
        json.WriteEndArray();
    }
}
