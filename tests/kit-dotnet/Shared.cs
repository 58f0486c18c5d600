using System.Net;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>The files in protocol/ that the kits of all languages are tested with.</summary>
internal static class Shared
{
    public static string Root { get; } = Path.GetFullPath(Path.Combine(Folder(), "../.."));

    public static JsonElement Read(string path) =>
        JsonDocument.Parse(File.ReadAllText(Path.Combine(Root, "protocol", path))).RootElement;

    public static IEnumerable<JsonElement> Vectors(string name) =>
        Read($"vectors/{name}.json").GetProperty("vectors").EnumerateArray();

    public static long Long(this JsonElement json, string name) => json.GetProperty(name).GetInt64();

    public static int Int(this JsonElement json, string name) => json.GetProperty(name).GetInt32();

    public static string Text(this JsonElement json, string name) => json.GetProperty(name).GetString()!;

    public static bool Has(this JsonElement json, string name) => json.TryGetProperty(name, out _);

    public static IEnumerable<long> Longs(this JsonElement json) => json.EnumerateArray().Select(v => v.GetInt64());

    /// <summary>What writes fields of a reply, as an object.</summary>
    public static JsonElement Written(Action<Utf8JsonWriter> write)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes))
        {
            json.WriteStartObject();
            write(json);
            json.WriteEndObject();
        }
        return JsonDocument.Parse(bytes.ToArray()).RootElement;
    }

    public static ConnectPlan Plan(
        bool isReliable,
        int connections,
        int inFlight,
        string payload = "random",
        int messageBytes = 32,
        long lostAfterNs = Clock.Second
    ) =>
        new(
            new ServerAddress("127.0.0.1", 1, IPAddress.Loopback),
            Token: null,
            IsUnframed: false,
            connections,
            inFlight,
            messageBytes,
            payload,
            lostAfterNs,
            TimeoutNs: 1,
            isReliable,
            new SocketOptions(null, null, null, null),
            LibraryOptions.None
        );

    public static string Sha256(string text) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes(text)));

    private static string Folder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
