using System.Net;
using Microsoft.AspNetCore.Http;

namespace Pingmark.Ui;

/// <summary>Decides who may ask: the pages of this server itself, and whoever types its address. Other sites may
/// neither read nor post, not even by a name of theirs that leads here (DNS rebinding). Beyond loopback a token is
/// needed, too.</summary>
/// <param name="address">The address that the server listens on.</param>
/// <param name="token">The token; null if none is needed.</param>
internal sealed class RequestGuard(IPAddress address, Secret? token)
{
    private const string TokenKey = "token";

    /// <summary>Why the request is refused; null if it is not.</summary>
    public string? Refusal(HttpContext context)
    {
        var request = context.Request;
        if (!IsOurs(request.Host, context.Connection.LocalPort))
            return $"the name {request.Host.Value} is not this server's; use the address that pingmark ui printed";
        if (request.Headers.Origin is { Count: > 0 } origin && origin != $"http://{request.Host.Value}")
            return "another site has asked";
        if (request.Headers["Sec-Fetch-Site"] is { Count: > 0 } site && site != "same-origin" && site != "none")
            return "another site has asked; type or paste the address";
        return token is not null && !token.Is(request.Cookies[CookieName(context)]) && !IsFirst(context)
            ? "the token is missing; use the address that pingmark ui printed"
            : null;
    }

    /// <summary>Answers a request with the token in its address: the token becomes a cookie, and leaves the
    /// address.</summary>
    /// <returns>Whether the answer is complete.</returns>
    public bool Welcomes(HttpContext context)
    {
        if (!IsFirst(context))
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

    private bool IsFirst(HttpContext context) =>
        token is not null
        && context.Request.Path == "/"
        && HttpMethods.IsGet(context.Request.Method)
        && token.Is(context.Request.Query[TokenKey]);

    public string FirstQuery => token is null ? "" : $"?{TokenKey}={token.Text}";

    /// <summary>The cookie's name. It has the port, since cookies are the host's, whatever the port.</summary>
    private static string CookieName(HttpContext context) => $"pingmark-{context.Connection.LocalPort}";

    /// <summary>Whether a host name is this server's. A name could be somebody else's and lead here; others can't have
    /// numbers.</summary>
    private bool IsOurs(HostString host, int port)
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
