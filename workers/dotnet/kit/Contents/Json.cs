using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Pingmark.Worker.Kit;

/// <summary>By System.Text.Json, whose code for the sample is generated when the worker is built.</summary>
internal sealed class Json : Serializer
{
    private Utf8JsonWriter? _writer;

    public override void Write(Sample sample, IBufferWriter<byte> to)
    {
        _writer ??= new Utf8JsonWriter(to);
        _writer.Reset(to);
        JsonSerializer.Serialize(_writer, sample, SampleJson.Default.Sample);
    }

    public override Sample? Read(ReadOnlySpan<byte> bytes) =>
        JsonSerializer.Deserialize(bytes, SampleJson.Default.Sample);
}

[JsonSerializable(typeof(Sample))]
internal sealed partial class SampleJson : JsonSerializerContext;
