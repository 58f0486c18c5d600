using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Workers;

/// <summary>What a client connects to, and for which scenario.</summary>
/// <param name="Token">The run's token; null for a plain connection without a hello.</param>
/// <param name="TimeoutNs">The time that all connections together may take, in ns.</param>
public sealed record ConnectRequest(Scenario Scenario, ServerAddress Server, string? Token, long TimeoutNs)
{
    /// <summary>The framing of messages; null: the stack's own; <c>none</c>: plain stream echoes.</summary>
    public string? Framing { get; init; }

    /// <summary>What a stack of requests is told to ask a server that does not echo; null where it echoes.</summary>
    public JsonObject? Question { get; init; }

    /// <summary>The seed of the arrivals at a fixed rate.</summary>
    public int ArrivalsSeed { get; init; } = 1;
}

/// <summary>Asks for load for a time, or until a number of messages has been counted. Durations are in ns.</summary>
/// <param name="SettleNs">How long the load lasts before it counts.</param>
/// <param name="DeadlineNs">How long all of it may take, with the last answers; what any request may take is
/// added.</param>
public sealed record RunRequest(long SettleNs, long DeadlineNs)
{
    /// <summary>The length of the counted window; null where it ends with <see cref="Messages"/>.</summary>
    public long? DurationNs { get; init; }
    public long? Messages { get; init; }

    /// <summary>The number of messages in a lap, which is timed as a whole; null for no laps.</summary>
    public int? LapMessages { get; init; }

    /// <summary>The counted time in ns where it is known before; null where laps end with their last message.</summary>
    public long? CountedNs => LapMessages is null ? DurationNs : null;

    /// <summary>The loss timeout for this run alone; null for the one that it was connected with.</summary>
    public long? LostAfterNs { get; init; }

    /// <summary>So many of the slowest messages are told; null for none.</summary>
    public int? Slowest { get; init; }

    /// <summary>When the load begins, by the worker's clock; null for at once.</summary>
    public long? StartAtNs { get; init; }
}

/// <summary>Writes a scenario's options into a request, and reads the effective ones from its reply.</summary>
internal static class RequestOptions
{
    /// <param name="options">The options that the stack has in this role.</param>
    public static void Add(
        JsonObject fields,
        Request request,
        Scenario scenario,
        params IReadOnlyList<StackOption> options
    )
    {
        foreach (var option in options)
            if (Asked(scenario, request, option) is { } value)
                fields.TryAdd(option.Name, StackOptions.ToJson(value));
        foreach (var field in ScenarioKeys.Fields(request))
            if (field.Value(scenario) is { } value)
                fields[field.Name] = value;
    }

    /// <summary>The effective options; one that was asked for must be among them.</summary>
    /// <param name="fault">Makes the exception for an option that is not.</param>
    public static Dictionary<string, string> Effective(
        Reply reply,
        Request request,
        Scenario scenario,
        IReadOnlyList<StackOption> options,
        Func<string, WorkerFault> fault
    )
    {
        var effective = new Dictionary<string, string>();
        foreach (var field in ScenarioKeys.Fields(request).Where(field => field.IsOption))
            Take(field.Name, field.Value(scenario)?.ToString(), field.IsExact);
        foreach (var option in options)
            Take(option.Name, Asked(scenario, request, option), isExact: true);
        return effective;

        void Take(string name, string? wanted, bool isExact)
        {
            var value = reply.Display(name);
            if (value is not null)
                effective[name] = value;
            if (wanted is null)
                return;
            if (value is null)
                throw fault($"asked for {name}={wanted}, and the worker does not report it as effective");
            if (isExact && value != wanted)
                throw fault($"asked for {name}={wanted}, effective is {value}");
        }
    }

    private static string? Asked(Scenario scenario, Request request, StackOption option) =>
        scenario.Options.Find(request == Request.Listen ? StackOptions.Server : StackOptions.Client, option.Name);
}
