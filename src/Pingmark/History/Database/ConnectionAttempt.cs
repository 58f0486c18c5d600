using System.Net;
using Npgsql;

namespace Pingmark.History.Database;

/// <summary>One way to open a connection. The next way is tried when a certain error occurs: the driver's own fallback
/// would also continue in clear after any error of an encrypted connection.</summary>
/// <param name="Settings">The settings for the driver, which may hold a password.</param>
/// <param name="IsEncrypted">Whether it is encrypted by TLS.</param>
/// <param name="LeadsOn">The driver's message after which the next way is tried; null: after none.</param>
/// <param name="Warning">A warning that the user gets before it is tried; null: none.</param>
internal sealed record ConnectionAttempt(
    string Settings,
    bool IsEncrypted,
    string? LeadsOn = null,
    string? Warning = null
)
{
    /// <summary>Messages of the driver.</summary>
    public const string NoTls = "SSL connection requested. No SSL enabled connection",
        NotInClear = "\"Password\" authentication method is not allowed";

    /// <summary>The ways for a URL: encrypted where the server can, which is also the way where the URL has no sslmode.
    /// A password is sent in clear over a network only as the very last way, after a warning.</summary>
    public static IReadOnlyList<ConnectionAttempt> Plan(DatabaseUrl url)
    {
        var typed = new NpgsqlConnectionStringBuilder(url.Settings);
        if (typed.SslMode is SslMode.Require or SslMode.VerifyCA or SslMode.VerifyFull)
            return [new(url.Settings, true)];
        var clear = With(url, settings => settings.SslMode = SslMode.Disable);
        IReadOnlyList<ConnectionAttempt> inClear = IsNear(typed.Host!)
            ? [new(clear, false)]
            :
            [
                new(
                    With(url, settings => (settings.SslMode, settings.RequireAuth) = (SslMode.Disable, "!Password")),
                    false,
                    NotInClear
                ),
                new(
                    clear,
                    false,
                    Warning: $"the connection to {url.Name} is not encrypted, and it asks for the password in clear "
                        + "text: whoever is on the way can read it; sslmode=verify-full in the URL refuses that"
                ),
            ];
        return typed.SslMode == SslMode.Disable || IsFile(typed.Host!)
            ? inClear
            : [new(With(url, settings => settings.SslMode = SslMode.Require), true, NoTls), .. inClear];
    }

    private static string With(DatabaseUrl url, Action<NpgsqlConnectionStringBuilder> change)
    {
        var settings = new NpgsqlConnectionStringBuilder(url.Settings);
        change(settings);
        return settings.ConnectionString;
    }

    /// <summary>Whether the host is this machine, so that nobody is between.</summary>
    private static bool IsNear(string host) =>
        host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || IsFile(host)
        || IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address);

    /// <summary>Whether the host is a Unix socket.</summary>
    private static bool IsFile(string host) => host[0] is '/' or '@';
}
