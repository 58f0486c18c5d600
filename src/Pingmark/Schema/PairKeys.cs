using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Model.Loads;

namespace Pingmark.Schema;

/// <summary>The keys for which processes the sides are: several servers, or one process for both.</summary>
public static class PairKeys
{
    public const int MaxServers = 16;

    /// <summary>The most servers on another machine, whose connection carries those of two pairs.</summary>
    public const int MaxRemoteServers = 4;

    public static readonly ScenarioKey Servers = ScenarioKey.Create(
        "servers",
        Values.Int(1, MaxServers),
        s => s.ServerWorkers,
        (s, value) => s with { Servers = value == 1 ? null : value }
    ) with
    {
        Meaning =
            "servers of the stack (default one), counted as one, on the cores of `pin.server`; `generators` "
            + "(default: as many) are spread evenly over them",
        IsDimension = true,
        IsSize = true,
        Text = s => s.Servers is { } servers ? NumberText.Count(servers) : null,
        Id = s => s.Servers is { } servers ? $"s{NumberText.Count(servers)}" : null,
    };

    public static readonly ScenarioKey Threads = ScenarioKey.Create(
        "pair.threads",
        (text, what) => (int?)Values.Int(1, 2)(text, what),
        s => s.PairThreads,
        (s, value) => s with { PairThreads = value }
    ) with
    {
        Meaning =
            "both sides in one process: `2`, with threads of their own, or `1`, one thread for both ends; absent: a "
            + "process each",
        Title = "threads of one process",
        IsDimension = true,
        Id = s => s.PairThreads is { } threads ? $"p{threads}" : null,
        Wire = [new(Request.Listen, "pair_threads", s => s.PairThreads)],
    };

    /// <summary>What contradicts itself, with the key to look at; null where nothing does.</summary>
    public static (ScenarioKey Key, string Text)? Problem(Scenario s) =>
        FindServersConflict(s) ?? FindOneProcessConflict(s);

    private static (ScenarioKey Key, string Text)? FindServersConflict(Scenario s) =>
        s.Servers is not { } servers ? null
        : s.PairThreads is not null ? (Threads, "pair and servers exclude each other: one process has one server")
        : s.Network is not null
            ? (Servers, "servers and network exclude each other: an impaired network is before one server")
        : s.ClientWorkers % servers != 0
            ? (
                ScenarioKeys.Generators,
                $"generators must be a multiple of servers, of which there are {servers}: "
                    + $"{s.ClientWorkers} can't be spread evenly over them"
            )
        : null;

    private static (ScenarioKey Key, string Text)? FindOneProcessConflict(Scenario s) =>
        s.PairThreads is not { } threads ? null
        : s.Generators is not null ? (Threads, "pair and generators exclude each other: one process has one client")
        : s.Network is not null ? (Threads, "pair and network exclude each other: there is no network in a process")
        : threads == 1 ? ProblemOfOneThread(s)
        : null;

    private static (ScenarioKey Key, string Text)? ProblemOfOneThread(Scenario s) =>
        !s.Load.FitsOneThread || s.RatePerS is not null
            ? (
                Threads,
                "pair: {threads: 1} makes "
                    + string.Join(" and ", LoadList.Names(load => load.FitsOneThread))
                    + " as a closed loop, nothing else"
            )
        : s.Connections != 1
            ? (ScenarioKeys.Connections, "pair: {threads: 1} has one connection: its thread does both ends of it")
        : (long)s.InFlight * s.MessageBytes > Load.MaxUnreadBytes
            ? (
                Threads,
                $"pair: {{threads: 1}} has at most {NumberText.Count(Load.MaxUnreadBytes)} B in flight, which the "
                    + "buffers of a connection hold while its thread sends"
            )
        : null;

    /// <summary>Checks that client and server are one stack, as one process must have.</summary>
    /// <returns>What is wrong with the client; null where nothing is.</returns>
    public static string? Problem(Cell cell) =>
        cell.Scenario.PairThreads is null || cell.Client == cell.Stack
            ? null
            : $"pair: {cell.Stack} and its client {cell.Client} "
                + (
                    Runtime(cell.Stack) == Runtime(cell.Client)
                        ? "are two stacks, and one process has one for both sides"
                        : "are of two runtimes, and one process has one"
                )
                + "; client: native is the stack's own";

    private static string Runtime(string stack) => stack.Split('/')[0];
}
