using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>Lines to the controller.</summary>
internal static class Reply
{
    private static readonly System.IO.Stream Output = Console.OpenStandardOutput();

    public static void Ok(long id, Action<Utf8JsonWriter> fields) =>
        Send(json =>
        {
            json.WriteNumber("id", id);
            json.WriteString("status", "ok");
            fields(json);
        });

    public static void Failed(long? id, string status, string reason) =>
        Send(json =>
        {
            json.WriteNumberOrNull("id", id);
            json.WriteString("status", status);
            json.WriteString("reason", reason);
        });

    public static void WriteNumberOrNull(this Utf8JsonWriter json, string name, long? value)
    {
        if (value is { } number)
            json.WriteNumber(name, number);
        else
            json.WriteNull(name);
    }

    public static void WriteNumbers(this Utf8JsonWriter json, string name, IEnumerable<long> values)
    {
        json.WriteStartArray(name);
        foreach (var value in values)
            json.WriteNumberValue(value);
        json.WriteEndArray();
    }

    public static void WriteStrings(this Utf8JsonWriter json, string name, IEnumerable<string> values)
    {
        json.WriteStartArray(name);
        foreach (var value in values)
            json.WriteStringValue(value);
        json.WriteEndArray();
    }

    private static void Send(Action<Utf8JsonWriter> fields)
    {
        using var line = new MemoryStream();
        using (var json = new Utf8JsonWriter(line))
        {
            json.WriteStartObject();
            fields(json);
            json.WriteEndObject();
        }
        line.Write("\n"u8);
        Output.Write(line.GetBuffer(), 0, (int)line.Length);
        Output.Flush();
    }
}
