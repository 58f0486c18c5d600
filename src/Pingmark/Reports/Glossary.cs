using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Reports;

/// <summary>A word of reports, suites and documents, in one line.</summary>
/// <param name="Also">Other words for it, such as the headings of columns.</param>
public sealed record GlossaryEntry(string Word, string Meaning, params IReadOnlyList<string> Also)
{
    public bool IsCalled(string word) =>
        Also.Prepend(Word).Any(name => name.Equals(word, StringComparison.OrdinalIgnoreCase));
}

/// <summary>All words that reports use and a reader may not know. <c>docs/glossary.md</c>, the tooltips of pages and
/// <c>pingmark explain</c> are made of these rows.</summary>
public static class Glossary
{
    public static readonly IReadOnlyList<GlossaryEntry> All =
    [
        new("A/A run", "a run that compares a stack with itself, so that every difference is the machine's"),
        new("achieved rate", "the share of the messages of a fixed rate that were sent in time"),
        new("allocation", "memory that a runtime's heap gives to a program while it runs"),
        new("audit", "a check of a cell's or a run's figures against what is known of them"),
        new("baseline", "the first stack of a scenario, or of a class in it, which the others are compared with"),
        new("batch", "messages that are sent together and of which the last answer is waited for"),
        new("block", "cells of one scenario that are measured together, in slices that alternate"),
        new("block design", "which cells share a block, so that no process is in two of them"),
        new(
            "blocking",
            "of a stack that waits: its thread sleeps in the kernel until a message wakes it, so that it "
                + "uses no core meanwhile"
        ),
        new("budget", "the wall time that a run may take; the plan is shortened to fit"),
        new("busy threads", "how many threads of both sides were busy on average, by their CPU time"),
        new(
            "by chance",
            "how many slow messages would look explained if all events had happened at random times",
            "By chance"
        ),
        new("capacity", "the highest load that meets an objective, as `capacity` finds it"),
        new("cell", "a server's stack, a client's stack and a scenario: what has one row of figures"),
        new(
            "class",
            "stacks that speak one transport and wait alike (blocking or spinning): a suite with `baseline: "
                + "{by: ...}` compares only within one"
        ),
        new(
            "client",
            "the side that sends messages and takes the time; its stack is the server's own unless a suite "
                + "says otherwise",
            "Client"
        ),
        new("client CPU", "CPU time of the client's process for a message", "client CPU/msg"),
        new("client group", "several client processes that load one server together"),
        new(
            "client-bound",
            "that the client could not offer more, so that a window tells nothing of the server's limit"
        ),
        new("closed loop", "a load in which each message waits for the answer to an earlier one"),
        new("conformance", "that a worker does what the worker protocol says; `conform` tests it"),
        new("connection", "a stream, or a client's port towards a server of datagrams"),
        new("continuous window", "counted time without pauses, of which tails come; `unbroken` in the files of a run"),
        new("controller", "the program `pingmark`: it starts workers, asks them and reports"),
        new("coordinated omission", "that a closed loop leaves out the messages that would have waited during a pause"),
        new("counted window", "the time in which messages count: a continuous one, or slices added up"),
        new("counter", "a number that a worker tells of a window: messages sent, received, lost"),
        new(
            "crowded slice",
            "a slice in which processes outside of the run had a side's core for more than a tenth of the time"
        ),
        new(
            "drift",
            "that a speed changes while it is measured: a machine's, for all cells alike, or a cell's own, which marks "
                + "its row"
        ),
        new("event loop", "one thread that serves many connections, each when the kernel says that it is ready"),
        new("excess", "of a slow message: how much longer its round trip was than the median of its window"),
        new("exchange", "the part of a kit that takes what arrives on a connection"),
        new(
            "faster",
            "the verdict that a stack is better than its baseline, corrected for the number of comparisons "
                + "of the run"
        ),
        new(
            "finding",
            "what a check says of a trial, a cell, a pair, a run or a machine, with a severity from ok to " + "invalid"
        ),
        new(
            "fixed rate",
            "a load that sends at intended times, whatever the server does (open loop)",
            "open loop",
            "Rate asked"
        ),
        new(
            "generation",
            "fresh processes of all cells that a search for capacities measures with; what its intervals rest on",
            "Generations"
        ),
        new("generator", "one of several client processes of a cell"),
        new("half-width", "how far an interval reaches to each side of its estimate"),
        new("hello", "the first bytes of a connection, with the run's token"),
        new("histogram", "how many values fell into each range; of times, with three significant digits"),
        new("in flight", "messages that were sent and not answered yet"),
        new("interval", "a range that holds the true value in 95 of 100 runs", "confidence interval"),
        new("jitter", "how far the delay of an impaired network moves around its mean"),
        new("kit", "what all workers of a language share: protocol, clock, schedule, histogram"),
        new("knee", "the load from which on round trips become longer steeply"),
        new("lane", "a thread of a client with its connections and counts"),
        new("lap", "a fixed number of messages whose time is measured as a whole", "Laps", "Lap mean"),
        new("late", "answered after the message had been counted as lost"),
        new("lateness", "how long after its intended time a message of a fixed rate was sent"),
        new(
            "likely",
            "the verdict that a stack's own 95 % interval excludes its baseline, but not with the "
                + "correction for all comparisons of the run",
            "likely faster",
            "likely slower",
            "likely_faster",
            "likely_slower"
        ),
        new("load", "which messages a client sends when: closed loop, fixed rate, batch, stream, churn"),
        new("loss timeout", "how long a message may take before it counts as lost"),
        new("machine engine", "a way to reach other machines, by a program that the user has: ssh, Slurm"),
        new("machine noise", "how much a machine's speed scatters by itself, as `doctor` measures it"),
        new("moderation", "that variances of few rounds are drawn towards those of the whole run"),
        new("network engine", "what makes an impaired network of packets that pass it: `relay` or `tun`"),
        new("noisy", "marks a row: other processes had its cores in more than half of its slices"),
        new("noisy machine", "that other processes had the cores in more than half of a run's slices"),
        new("note", "a finding that figures are to be read with; also what `summary.json` keeps of any finding"),
        new(
            "objective",
            "what a server must keep to under load, such as `p99<1ms` or `lost<0.1%`",
            "SLO",
            "service level objective"
        ),
        new("p50", "the median: half of the messages took no longer", "RTT p50", "median"),
        new("p90", "nine of ten messages took no longer", "RTT p90"),
        new("p99", "99 of 100 messages took no longer; the slowest hundredth took longer", "RTT p99"),
        new("p99.9", "999 of 1,000 messages took no longer", "RTT p99.9"),
        new("pass", "a part of a block in which each of its cells has one slice, or several if it scatters"),
        new("process set", "the fresh processes of one round"),
        new("provisional", "of figures that rest on one round: another start of the processes may give something else"),
        new("quotient", "a figure divided by the baseline's"),
        new("rate", "messages that were answered, a second, over all connections", "Throughput"),
        new(
            "ratio",
            "a figure relative to that of the baseline, of what was measured side by side",
            "to baseline",
            "Rate to baseline",
            "p50 to baseline"
        ),
        new("remark", "a line of a report that says once what is true of several cells, or of the run"),
        new("round", "the unit of replication: fresh processes that measure all cells once", "Rounds"),
        new(
            "round trip",
            "from the send of a message until its answer has arrived, as the client sees it",
            "RTT",
            "RTT mean",
            "RTT max",
            "RTT p1"
        ),
        new("run", "a suite that was measured once, and the folder of its results"),
        new("same", "the verdict that a stack differs from its baseline by no more than its interval, which is narrow"),
        new("scenario", "what is asked of every stack alike: connections, message size, load, options"),
        new("schedule", "the part of a kit that decides when a lane's connections send"),
        new("seed", "the number that the random order of a run follows from; the same seed gives the same order"),
        new("server", "the side that answers; it is what is measured"),
        new(
            "server CPU",
            "CPU time of the server's process for a message: how many cores a load needs",
            "server CPU/msg",
            "CPU/msg"
        ),
        new("side", "the server or the client of a cell"),
        new("site", "a machine on which workers run: this one, or another that a machine engine reaches"),
        new("site entry", "a site as the user named it, in a hosts file or on the command line"),
        new("slice", "20 to 100 ms in which one cell of a block is measured, before the next one's"),
        new("slot", "the place of one message in flight on a connection"),
        new(
            "slower",
            "the verdict that a stack is worse than its baseline, corrected for the number of comparisons "
                + "of the run"
        ),
        new("snapshot", "a message that a server sends unasked, at a tick"),
        new(
            "spinning",
            "of a stack that waits: it asks again and again whether there is a message; answers come "
                + "sooner, and it uses a whole core, idle or not",
            "spin",
            "busy spin"
        ),
        new("stack", "an I/O model or a library of a language; its id is `LANGUAGE/NAME`"),
        new("suite", "a YAML file that says which stacks are measured in which scenarios"),
        new("tick", "the moment at which a game server sends snapshots to its clients"),
        new("token", "a secret of the run, without which a server answers nobody"),
        new("trial", "one cell in one round"),
        new(
            "undecided",
            "neither a difference nor its absence is shown yet: run again for the time that stands beside "
                + "it, with `--budget`",
            "open"
        ),
        new(
            "unexplained",
            "of a slow message: nothing that was watched held it up for at least half of its excess",
            "Unexplained"
        ),
        new("unknown peers", "whoever reaches a server of a run and has not its token"),
        new("usage", "what a process has used since it began: CPU time, memory, switches, and its messages"),
        new("verdict", "faster, slower, likely faster or slower, same, or undecided (in short: open)"),
        new("warm-up", "load that runs before anything counts, until the rate has settled"),
        new("withheld", "measured, shown with its reason, and in no figure"),
        new("worker", "a process that plays a stack as server or client, on requests of the controller"),
    ];

    /// <summary>What a word means; null where it is none of these.</summary>
    public static GlossaryEntry? Find(string word) => All.FirstOrDefault(entry => entry.IsCalled(word));

    /// <summary>What a word, or the id of a check, means, in one sentence or two.</summary>
    /// <exception cref="BadInputException">It is neither.</exception>
    public static string Explain(string word)
    {
        if (Find(word) is { } entry)
            return $"{entry.Word}: {entry.Meaning}";
        if (CheckList.Find(word).ToList() is { Count: > 0 } checks)
            return string.Join('\n', checks.Select(row => $"{row.Id}: {row.Meaning} {row.Remedy}"));
        var known = All.SelectMany(one => one.Also.Prepend(one.Word)).ToList();
        throw new BadInputException(
            $"'{word}' is neither a word of reports nor a check{NearestName.Suggestion(word, known)}; "
                + "`pingmark explain` lists the words, `pingmark list stacks` the stacks"
        );
    }
}
