using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>What conformance tests compare between languages: the histogram's layout and the bytes of messages.</summary>
internal static class Vectors
{
    public static Action<Utf8JsonWriter> Make(Request request)
    {
        string name = request.Text("name");
        return name switch
        {
            "histogram" => MakeHistogram(request),
            "payload" => MakePayload(request),
            _ => throw new UnsupportedException($"vector '{name}': there are histogram and payload"),
        };
    }

    private static Action<Utf8JsonWriter> MakeHistogram(Request request)
    {
        var generator = new SplitMix64(request.Seed("seed"));
        long count = request.Number("count", 0, uint.MaxValue);
        request.RejectUnread();
        var histogram = new Histogram();
        for (long i = 0; i < count; i++)
        {
            ulong x = generator.Next();
            histogram.Record((long)((x >> 6) >> (22 + (int)(x & 31))));
        }
        return json => histogram.WriteSparse(json, "histogram");
    }

    private static Action<Utf8JsonWriter> MakePayload(Request request)
    {
        var payload = new Payload(request.OptionalText("payload") ?? "random");
        uint sequence = (uint)request.Number("sequence", 0, uint.MaxValue);
        string framing = request.Text("framing");
        if (framing is not ("stream" or "datagram")) throw new UnsupportedException($"framing '{framing}': there are stream and datagram");
        int header = framing == "stream" ? Frame.HeaderBytes : 0;
        var message = new byte[request.Number("message_bytes", header + Payload.SequenceBytes, header + Frame.MaxBodyBytes)];
        request.RejectUnread();
        if (header > 0) Frame.WriteHeader(message, message.Length - header);
        payload.Write(sequence, message.AsSpan(header));
        return json => json.WriteString("hex", Convert.ToHexStringLower(message));
    }
}
