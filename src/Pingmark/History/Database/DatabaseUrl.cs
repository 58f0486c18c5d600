using System.Net;
using System.Text.RegularExpressions;
using Npgsql;

namespace Pingmark.History.Database;

/// <summary>The URL of a database as people write it, <c>postgres://USER@HOST:PORT/DATABASE?sslmode=verify-full</c>,
/// and its settings for the driver. A password is never repeated: a URL that can't be read may hold one anywhere, so no
/// part of it is.</summary>
/// <param name="Settings">The settings for the driver, which may hold a password.</param>
/// <param name="Name">The database's name for messages.</param>
/// <param name="ConnectTimeoutS">The deadline for everything from the first packet to the login.</param>
public sealed partial record DatabaseUrl(string Settings, string Name, int ConnectTimeoutS)
{
    private const string Form = "postgres://USER@HOST:PORT/DATABASE, special characters as %40";

    private const int DefaultConnectTimeoutS = 7,
        StatementTimeoutS = 60;

    /// <summary>The options of PostgreSQL's libpq, with the driver's names for them.</summary>
    private static readonly Dictionary<string, string> Options = new()
    {
        ["host"] = "Host",
        ["port"] = "Port",
        ["user"] = "Username",
        ["password"] = "Password",
        ["dbname"] = "Database",
        ["passfile"] = "Passfile",
        ["sslmode"] = "SSL Mode",
        ["sslrootcert"] = "Root Certificate",
        ["sslcert"] = "SSL Certificate",
        ["sslkey"] = "SSL Key",
        ["channel_binding"] = "Channel Binding",
        ["connect_timeout"] = "Timeout",
        ["application_name"] = "Application Name",
        ["options"] = "Options",
    };

    /// <summary>Reads the URL that was typed, or else the one of the environment; null where there is
    /// neither.</summary>
    /// <exception cref="BadInputException">It is not such a URL, or holds a password on a command line.</exception>
    public static DatabaseUrl? Choose(string? typed, string? ofEnvironment)
    {
        if (typed is not null)
            return Read(typed, "--db", mayHoldPassword: false);
        return string.IsNullOrEmpty(ofEnvironment)
            ? null
            : Read(ofEnvironment, Variables.Database.Name, mayHoldPassword: true);
    }

    private static DatabaseUrl Read(string url, string source, bool mayHoldPassword)
    {
        var match = Url().Match(url);
        if (!match.Success)
            throw new BadInputException($"{source} is no {Form}");
        var settings = new NpgsqlConnectionStringBuilder
        {
            ApplicationName = "pingmark",
            Timeout = DefaultConnectTimeoutS,
            CommandTimeout = StatementTimeoutS,
            Pooling = false,
            GssEncryptionMode = GssEncryptionMode.Disable,
        };
        foreach (var (option, value) in Parts(match, source))
            Set(settings, option, value, source);
        if (settings.Password is not null && !mayHoldPassword)
            throw new BadInputException(
                "a password on a command line can be read by everybody on this machine: give it in PGPASSWORD or "
                    + $"~/.pgpass, or the whole URL in {Variables.Database.Name}"
            );
        if (settings.Timeout < 1)
            throw new BadInputException($"{source} has a connect_timeout that is no time; 1 (second) is the least");
        settings.Host ??= "localhost";
        Encrypt(settings);
        var database = settings.Database is { } named ? $"{named} on " : "";
        return new(settings.ConnectionString, $"{database}{settings.Host}:{settings.Port}", settings.Timeout);
    }

    /// <summary>Uses TLS wherever the server offers it. Without a demand for TLS, a password goes over no network in
    /// clear text.</summary>
    private static void Encrypt(NpgsqlConnectionStringBuilder settings)
    {
        if (settings.SslMode >= SslMode.Require)
            return;
        var host = settings.Host!;
        var isUnixSocket = host[0] is '/' or '@';
        if (isUnixSocket)
            settings.SslMode = SslMode.Disable;
        else if (settings.SslMode == SslMode.Allow)
            settings.SslMode = SslMode.Prefer;
        if (
            !isUnixSocket
            && !host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            && !(IPAddress.TryParse(host, out var ip) && IPAddress.IsLoopback(ip))
        )
            settings.RequireAuth = "!Password";
    }

    private static IEnumerable<(string Option, string Value)> Parts(Match url, string source)
    {
        foreach (var option in new[] { "user", "password", "host", "port", "dbname" })
            if (url.Groups[option] is { Length: > 0, Value: var part })
                yield return (option, Uri.UnescapeDataString(part.Trim('[', ']')));
        foreach (var pair in url.Groups["query"].Value.Split('&', StringSplitOptions.RemoveEmptyEntries))
            yield return pair.Split('=') is [var option, var value] && Options.ContainsKey(option)
                ? (option, Uri.UnescapeDataString(value))
                : throw new BadInputException(
                    $"{source} has an option that is not known; known are {string.Join(", ", Options.Keys)}"
                );
    }

    private static void Set(NpgsqlConnectionStringBuilder settings, string option, string value, string source)
    {
        try
        {
            // verify-full is VerifyFull there.
            settings[Options[option]] = option is "sslmode" or "channel_binding"
                ? value.Replace("-", "", StringComparison.Ordinal)
                : value;
        }
        catch (Exception e)
            when (e is ArgumentException or FormatException or OverflowException or KeyNotFoundException)
        {
            throw new BadInputException($"{source} has a value for '{option}' that can't be used");
        }
    }

    /// <summary>The text without any password of a URL in it.</summary>
    public static string WithoutPassword(string text) => Password().Replace(text, "…");

    [GeneratedRegex(
        @"^postgres(?:ql)?://(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?"
            + @"(?<host>\[[0-9a-fA-F:.]+\]|[^:/?#@,\[\]]*)(?::(?<port>[0-9]+))?"
            + @"(?:/(?<dbname>[^/?#@]*))?(?:\?(?<query>[^#@]*))?\z"
    )]
    private static partial Regex Url();

    [GeneratedRegex(@"(?<=postgres(?:ql)?://[^:@/\s]*:)[^\s]*(?=@)|(?<=[?&](?:ssl)?password=)[^&\s']*")]
    private static partial Regex Password();
}
