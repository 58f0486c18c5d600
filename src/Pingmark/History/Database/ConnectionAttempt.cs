using System.Net;
using Npgsql;

namespace Pingmark.History.Database;

/// <summary>A way to open a connection. Each is tried when an error of the one before leads on to it: the driver's own
/// fallback would also go on in clear after any error of an encrypted connection.</summary>
/// <param name="Settings">What the driver is given; may hold a password.</param>
/// <param name="IsEncrypted">By TLS.</param>
/// <param name="LeadsOn">What the driver says where the next way is to be tried; null: nothing does.</param>
/// <param name="Warning">Said before it is tried.</param>
internal sealed record ConnectionAttempt(
    string Settings,
    bool IsEncrypted,
    string? LeadsOn = null,
    string? Warning = null
)
{
    /// <summary>In the words of the driver.</summary>
    public const string NoTls = "SSL connection requested. No SSL enabled connection",
        NotInClear = "\"Password\" authentication method is not allowed";

    /// <summary>Encrypted where the server can, which is asked for where no sslmode is; a password goes in clear over
    /// a network at the very last, and that is said before.</summary>
    public static IReadOnlyList<ConnectionAttempt> Of(DatabaseUrl url)
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

    /// <summary>Nobody is on the way there.</summary>
    private static bool IsNear(string host) =>
        host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || IsFile(host)
        || IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address);

    /// <summary>A Unix socket.</summary>
    private static bool IsFile(string host) => host[0] is '/' or '@';
}
