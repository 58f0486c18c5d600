using System.Globalization;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

public enum OptionRole
{
    Both,
    Server,
    Client,
}

/// <summary>An option that a stack has beside a socket's, as <c>describe</c> tells it: a flag, or an integer within
/// bounds.</summary>
/// <param name="About">One line.</param>
/// <param name="Role">Who takes it.</param>
/// <param name="Default">What holds where it is not asked for; of a flag 0 or 1.</param>
public sealed record StackOption(
    string Name,
    string About,
    OptionRole Role,
    bool IsFlag,
    long Default,
    long Least,
    long Most
)
{
    /// <summary>What <see cref="LibraryOptions.TickMs"/> follows from.</summary>
    public static readonly StackOption TickRate = Number(
        "tick_rate_hz",
        "how often a second the library's own loop runs at least",
        Constants.DefaultTickRateHz,
        1,
        1_000
    );

    /// <summary>Threads that share a client's connections.</summary>
    public static readonly StackOption ClientThreads = Number(
        "client_threads",
        "threads that share the client's connections",
        1,
        1,
        256,
        OptionRole.Client
    );

    /// <summary>Of a datagram server. At a wildcard address it is off.</summary>
    public static readonly StackOption ConnectedSockets = Flag(
        "connected_sockets",
        "a connected socket for each of the first 64 clients",
        isOn: true,
        OptionRole.Server
    );

    public static StackOption Flag(string name, string about, bool isOn, OptionRole role = OptionRole.Both) =>
        new(name, about, role, IsFlag: true, isOn ? 1 : 0, 0, 1);

    public static StackOption Number(
        string name,
        string about,
        long absent,
        long least,
        long most,
        OptionRole role = OptionRole.Both
    ) => new(name, about, role, IsFlag: false, absent, least, most);

    internal bool IsOf(OptionRole role) => Role == OptionRole.Both || Role == role;

    internal long Read(Request request) =>
        !request.Has(Name) ? Default
        : IsFlag ? (request.Flag(Name, false) ? 1 : 0)
        : request.Within(Name, Least, Most);

    internal void Write(Utf8JsonWriter json, long value)
    {
        if (IsFlag)
            json.WriteBoolean(Name, value != 0);
        else
            json.WriteNumber(Name, value);
    }

    internal static void Describe(IReadOnlyList<StackOption> options, Utf8JsonWriter json)
    {
        json.WriteStrings("options", options.Select(option => option.Name));
        json.WriteStrings("option_values", options.Select(option => option.Values));
        json.WriteStrings("option_defaults", options.Select(option => option.Text(option.Default)));
        json.WriteStrings("option_roles", options.Select(option => option.Role.ToString().ToLowerInvariant()));
        json.WriteStrings("option_abouts", options.Select(option => option.About));
    }

    private string Values => IsFlag ? "true|false" : $"{Text(Least)}..{Text(Most)}";

    private string Text(long value) =>
        !IsFlag ? value.ToString(CultureInfo.InvariantCulture)
        : value != 0 ? "true"
        : "false";
}
