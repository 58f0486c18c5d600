using System.Text.Json.Nodes;

namespace Pingmark.Conformance.Cases;

/// <summary>A load that has messages of its own form is refused together with what contradicts it.</summary>
internal static class LoadRefusals
{
    /// <param name="options">Of a connection that is made for the load.</param>
    /// <param name="ofConnect">Fields, each of which contradicts it there.</param>
    /// <param name="ofRun">A field that contradicts it in a run.</param>
    public static async Task CheckAsync(
        Bench bench,
        string load,
        JsonObject options,
        IReadOnlyList<(string Field, JsonNode Value)> ofConnect,
        (string Field, JsonNode Value) ofRun
    )
    {
        var server = await bench.ServerAsync();
        var worker = await bench.UnconnectedAsync();
        foreach (var (field, value) in ofConnect)
        {
            var request = Request();
            request[field] = value;
            (await worker.AskAsync("connect", request)).Unsupported();
        }
        await ClientUnderTest.ConnectAsync(worker, bench.Stack, Request());
        (await worker.AskAsync("run", new() { ["messages"] = 1, ["load"] = "closed" })).Unsupported();
        var contradiction = new JsonObject
        {
            ["messages"] = 1,
            ["load"] = load,
            [ofRun.Field] = ofRun.Value,
        };
        (await worker.AskAsync("run", contradiction)).Unsupported();

        JsonObject Request() =>
            ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, options.DeepClone().AsObject());
    }
}
