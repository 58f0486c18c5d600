using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Model.Loads;

namespace Pingmark.Workers;

/// <summary>What a stack is, and what it can do.</summary>
/// <param name="Transport">The protocol on the wire; a client can drive every server of its transport.</param>
/// <param name="Spins">Whether an idle server of this stack uses its core, so that it is frozen while another cell is
/// measured.</param>
/// <param name="MaxMessageBytes">The largest message, in bytes; of the unreliable transmission where the stack has
/// both.</param>
/// <param name="MaxReliableMessageBytes">The largest message of the reliable transmission; null where it is the
/// same.</param>
/// <param name="Options">The options that the stack has beside those of sockets.</param>
public sealed record StackDescription(
    string Stack,
    string About,
    string Transport,
    bool Spins,
    string Threading,
    bool IsReliable,
    bool IsUnreliable,
    long MaxMessageBytes,
    long? MaxReliableMessageBytes,
    long MaxConnections,
    IReadOnlyList<string> SocketOptions,
    IReadOnlyList<StackOption> Options
)
{
    /// <summary>The load models that its client can make.</summary>
    public IReadOnlyList<string> Loads { get; init; } = [PingPongLoad.Closed];

    /// <summary>What its client's messages can carry.</summary>
    public IReadOnlyList<string> Payloads { get; init; } = Model.Payloads.Blocks;

    /// <summary>Whether its server can send snapshots.</summary>
    public bool SendsUnasked { get; init; }

    /// <summary>The numbers of threads that a pair in one process can have.</summary>
    public IReadOnlyList<long> PairThreads { get; init; } = [];

    /// <summary>Whether its servers listen in a folder of this machine, and not at an IP address.</summary>
    public bool IsLocal { get; init; }

    public bool Has(string option) => Options.Any(known => known.Name == option);

    /// <summary>Whether it has an option whose name may have been meant.</summary>
    public bool HasSimilarOption(string option) =>
        NearestName.Find(option, Options.Select(known => known.Name)).Count > 0;

    /// <summary>The message for an option that it does not have.</summary>
    public string UnknownOptionMessage(string option) =>
        $"{Stack} has no option '{option}'"
        + NearestName.Suggestion(option, Options.Select(known => known.Name).ToList())
        + (Options.Count == 0 ? "; it has none" : $"; `pingmark list stacks {Stack}` tells those that it has");

    /// <summary>The transmission that a scenario gets: what it asks for, otherwise unreliable where the stack has
    /// that.</summary>
    public Transmission TransmissionFor(Transmission? asked) =>
        asked ?? (IsUnreliable ? Transmission.Unreliable : Transmission.Reliable);

    /// <summary>Its class by these facts.</summary>
    public StackClass ClassBy(IReadOnlyList<ClassFact> facts) =>
        StackClass.Create(facts, Stack, Transport, Spins ? Waiting.Spin : Waiting.Block);

    /// <summary>Starts a worker to ask it for the description of a stack.</summary>
    /// <exception cref="WorkerFault">The worker can't be started, or does not answer as it should.</exception>
    public static async Task<StackDescription> AskAsync(IWorkerStarter starter, string stack, CancellationToken cancel)
    {
        var noOptions = new Dictionary<string, IReadOnlyList<string>>();
        await using var worker = await starter.StartAsync(stack, "client", noOptions, cpus: null, cancel);
        await worker.HelloAsync(cancel);
        return await worker.DescribeAsync(stack, cancel);
    }

    /// <summary>Starts a stack's worker to ask it for the descriptions of all of these stacks that it has.</summary>
    /// <exception cref="WorkerFault">The worker can't be started, or does not answer as it should.</exception>
    public static async Task<IReadOnlyList<StackDescription>> AskAllAsync(
        IWorkerStarter starter,
        string stack,
        IReadOnlyList<string> stacks,
        CancellationToken cancel
    )
    {
        var noOptions = new Dictionary<string, IReadOnlyList<string>>();
        await using var worker = await starter.StartAsync(stack, "server", noOptions, cpus: null, cancel);
        var hello = await worker.HelloAsync(cancel);
        var described = new List<StackDescription>();
        foreach (
            var one in stacks.Where(one =>
                HaveSameVersion(stack, one) && hello.Stacks.Contains(StackVersion.RemoveFrom(one))
            )
        )
            described.Add(await worker.DescribeAsync(one, cancel));
        return described;
    }

    /// <summary>Whether two stacks are of one version of their runtime.</summary>
    private static bool HaveSameVersion(string stack, string other) =>
        StackVersion.FindIn(stack) == StackVersion.FindIn(other);

    internal static StackDescription Read(string stack, Reply reply) =>
        new(
            stack,
            reply.Text("about"),
            reply.Text("transport"),
            reply.Text("waits") == "spin",
            reply.Text("threading"),
            reply.Flag("reliable"),
            reply.Flag("unreliable"),
            reply.Count("max_message_bytes"),
            reply.CountOrNull("max_reliable_message_bytes"),
            reply.Count("max_connections"),
            reply.Texts("socket_options"),
            StackOption.Read(reply)
        )
        {
            Loads = reply.Has("loads") ? reply.Texts("loads") : [PingPongLoad.Closed],
            Payloads = reply.Has("payloads") ? reply.Texts("payloads") : Model.Payloads.Blocks,
            IsLocal = reply.TextOrNull("addresses") == "folder",
            SendsUnasked = reply.Has("sends_unasked") && reply.Flag("sends_unasked"),
            PairThreads = reply.Has("pair_threads") ? reply.Numbers("pair_threads") : [],
        };
}

/// <summary>An option of a stack, as its worker describes it.</summary>
/// <param name="Values">The values that it may have, <c>true|false</c>, or the bounds of a whole number,
/// <c>1..1000</c>, or <c>text</c> for any text; empty where the worker does not tell.</param>
/// <param name="Default">The value that holds where it is not asked for; empty where the stack decides.</param>
/// <param name="Role">The side that takes it: <c>server</c>, <c>client</c> or <c>both</c>.</param>
/// <param name="About">Its description, in a line.</param>
public sealed record StackOption(
    string Name,
    string Values = "",
    string Default = "",
    string Role = "both",
    string About = ""
)
{
    private const string Bounds = "..",
        AnyText = "text";

    public bool IsOf(string side) => Role == "both" || Role == side;

    /// <returns>What is wrong with a value, in the words of a suite's reader; null if nothing is.</returns>
    /// <param name="what">The option's name in messages.</param>
    public string? Problem(string value, string what)
    {
        if (Values.Length == 0 || Values == AnyText)
            return null;
        if (Values.Split(Bounds) is [var least, var most])
            return Number(value) is { } number && number >= Number(least) && number <= Number(most)
                ? null
                : $"{what} must be {least} to {most}, not '{value}'";
        var words = Values.Split('|');
        return words.Contains(value)
            ? null
            : $"{what} must be {string.Join(" or ", words)}, not '{value}'{NearestName.Suggestion(value, words)}";
    }

    /// <summary>Reads the options in a reply to <c>describe</c>. Whatever the worker does not tell of an option is not
    /// checked.</summary>
    public static IReadOnlyList<StackOption> Read(Reply reply)
    {
        if (!reply.Has("options"))
            return [];
        var names = reply.Texts("options");
        var (values, defaults, roles, abouts) = (All("values"), All("defaults"), All("roles", "both"), All("abouts"));
        return names.Select((name, i) => new StackOption(name, values[i], defaults[i], roles[i], abouts[i])).ToList();

        IReadOnlyList<string> All(string part, string untold = "") =>
            reply.Has($"option_{part}")
                ? reply.Texts($"option_{part}", names.Count)
                : Enumerable.Repeat(untold, names.Count).ToList();
    }

    private static long? Number(string text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}

/// <summary>Writes for people what a stack is and can do.</summary>
public static class StackText
{
    public static string Describe(StackDescription stack)
    {
        var facts = new (string What, string Text)[]
        {
            ("transport", stack.Transport),
            ("waits", stack.Spins ? "spins" : "blocks"),
            ("threads", stack.Threading),
            ("delivery", stack is { IsReliable: true, IsUnreliable: true } ? "reliable, unreliable" : Delivery(stack)),
            ("loads", string.Join(", ", stack.Loads)),
            ("payloads", string.Join(", ", stack.Payloads)),
            ("message", $"up to {NumberText.Count(stack.MaxMessageBytes)} B"),
            ("connections", $"up to {NumberText.Count(stack.MaxConnections)}"),
            ("socket options", Listed(stack.SocketOptions)),
        };
        var lines = facts.Select(fact => $"  {fact.What, -15} {fact.Text}").Prepend($"{stack.Stack}: {stack.About}");
        return TerminalSafeText.Plain(string.Join('\n', lines.Append(Options(stack))));
    }

    private static string Delivery(StackDescription stack) => stack.IsReliable ? "reliable" : "unreliable";

    private static string Listed(IReadOnlyList<string> names) => names.Count > 0 ? string.Join(", ", names) : "none";

    private static string Options(StackDescription stack) =>
        stack.Options.Count == 0
            ? "It has no options of its own."
            : string.Join(
                '\n',
                stack
                    .Options.Select(option =>
                        $"  {option.Name, -18} {option.Values, -11} {option.Default, -8} {option.Role, -7} "
                        + option.About
                    )
                    .Prepend($"  {"name", -18} {"values", -11} {"default", -8} {"side", -7}")
                    .Prepend("Options (in suites options: {NAME: VALUE}, of all stacks or under one):")
            );
}
