using System.Buffers.Binary;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>Known answers, by which the runtimes are compared.</summary>
internal static class Vectors
{
    public static Action<Utf8JsonWriter> Answer(Request request) =>
        request.Text("name") switch
        {
            "histogram" => Histogram(request),
            "payload" => PayloadOf(request),
            var other => throw new UnsupportedException($"unknown vector {other}"),
        };

    private static Action<Utf8JsonWriter> Histogram(Request request)
    {
        var generator = new SplitMix64((ulong)request.Integer("seed"));
        var count = request.Integer("count");
        request.RefuseTheRest();
        if (count is < 0 or > Constants.MaxVectorValues)
            throw new UnsupportedException($"count {count}: 0 to {Constants.MaxVectorValues}");
        return json =>
        {
            using var histogram = new Histogram();
            for (long i = 0; i < count; i++)
            {
                var x = generator.Next();
                histogram.Record((long)((x >> 6) >> (int)(22 + (x & 31))));
            }
            histogram.WriteSparse(json, "histogram");
        };
    }

    private static Action<Utf8JsonWriter> PayloadOf(Request request)
    {
        var payload = new Payload(request.Text("payload", "random"));
        var sequence = (uint)request.Integer("sequence");
        var bytes = request.Integer("message_bytes");
        var framing = request.Text("framing");
        request.RefuseTheRest();
        if (framing is not ("stream" or "datagram"))
            throw new UnsupportedException($"framing {framing}: stream or datagram");
        if (bytes is < Constants.MinMessageBytes or > sizeof(int) + Constants.MaxBodyBytes)
            throw new UnsupportedException(
                $"message_bytes {bytes}: {Constants.MinMessageBytes} to {sizeof(int) + Constants.MaxBodyBytes}"
            );
        var message = new byte[bytes];
        var header = framing == "stream" ? sizeof(int) : 0;
        if (header > 0)
            BinaryPrimitives.WriteInt32LittleEndian(message, (int)bytes - header);
        payload.Write(sequence, message.AsSpan(header));
        return json => json.WriteString("hex", Convert.ToHexStringLower(message));
    }
}
