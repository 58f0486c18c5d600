using Pingmark.Formatting;
using Pingmark.Model;
using static Pingmark.Schema.Estimation;

namespace Pingmark.Schema;

/// <summary>The metrics of the memory that connections take.</summary>
internal static class MemoryMetrics
{
    public static IReadOnlyList<Metric> All =>
        [
            Memory(
                "server_bytes_per_connection",
                "Server memory per connection",
                window => window.ServerBytesPerConnection
            ) with
            {
                Terminal = new("server\nRAM/conn", 4),
            },
            Memory(
                "client_bytes_per_connection",
                "Client memory per connection",
                window => window.ClientBytesPerConnection
            ) with
            {
                Terminal = new("client\nRAM/conn", 5),
            },
        ];

    private static Metric Memory(string key, string title, Func<CountedWindow, long?> of) =>
        new(
            key,
            title,
            MetricTable.Memory,
            NumberText.Bytes,
            new PerWindow(window => of(window)) { NeedsContinuousWindow = true }
        )
        {
            Meaning = "from 100 connections on",
        };
}
