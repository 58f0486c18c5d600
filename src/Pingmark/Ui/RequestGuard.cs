using System.Net;
using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace Pingmark.Ui;

/// <summary>Decides who may ask: the pages of this server itself, and whoever types its address. Other sites may
/// neither read nor post, not even by a name of theirs that leads here (DNS rebinding). Beyond loopback a token is
/// needed, too.</summary>
/// <param name="token">The token; null if none is needed.</param>
internal sealed class RequestGuard(IPAddress address, Secret? token)
{
    private const string TokenKey = "token";

    public string? FindRefusal(HttpContext context)
    {
        var request = context.Request;
        if (!IsNameOfThisServer(request.Host, context.Connection.LocalPort))
            return $"the name {request.Host.Value} is not this server's; use the address that pingmark ui printed";
        if (request.Headers.Origin is { Count: > 0 } origin && origin != $"http://{request.Host.Value}")
            return "another site sent the request";
        if (request.Headers["Sec-Fetch-Site"] is { Count: > 0 } site && site != "same-origin" && site != "none")
            return "another site sent the request; type or paste the address";
        return token is not null && !token.Matches(request.Cookies[CookieName(context)]) && !HasTokenInAddress(context)
            ? "the token is missing; use the address that pingmark ui printed"
            : null;
    }

    /// <summary>Turns the token in the address into a cookie.</summary>
    /// <returns>Whether the answer is complete.</returns>
    public bool TryAcceptToken(HttpContext context)
    {
        if (!HasTokenInAddress(context))
            return false;
        context.Response.Cookies.Append(
            CookieName(context),
            token!.Text,
            new() { HttpOnly = true, SameSite = SameSiteMode.Strict }
        );
        context.Response.StatusCode = StatusCodes.Status303SeeOther;
        context.Response.Headers.Location = "/";
        return true;
    }

    private bool HasTokenInAddress(HttpContext context) =>
        token is not null
        && context.Request.Path == "/"
        && HttpMethods.IsGet(context.Request.Method)
        && token.Matches(context.Request.Query[TokenKey]);

    public string TokenQuery => token is null ? "" : $"?{TokenKey}={token.Text}";

    /// <summary>The cookie's name. It has the port, since cookies are the host's, whatever the port.</summary>
    private static string CookieName(HttpContext context) => $"pingmark-{context.Connection.LocalPort}";

    /// <summary>Whether a host name is this server's, and not another's that leads here.</summary>
    private bool IsNameOfThisServer(HostString host, int port)
    {
        if ((host.Port ?? 80) != port)
            return false;
        if (IPAddress.TryParse(host.Host, out var number))
            return IPAddress.IsLoopback(number) || !IPAddress.IsLoopback(address);
        return host.Host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || !IPAddress.IsLoopback(address)
                && host.Host.Equals(Environment.MachineName, StringComparison.OrdinalIgnoreCase);
    }
}

/// <summary>A random word, compared in constant time.</summary>
internal sealed class Secret
{
    private const int Bytes = 32;

    private readonly byte[] _hash;

    public Secret()
    {
        Text = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(Bytes));
        _hash = Hash(Text);
    }

    public string Text { get; }

    /// <summary>Whether a text is this word. Hashes are compared, so that not even the length is told.</summary>
    public bool Matches(string? other) => CryptographicOperations.FixedTimeEquals(_hash, Hash(other ?? ""));

    private static byte[] Hash(string text) => SHA256.HashData(Encoding.UTF8.GetBytes(text));
}
