using System.Net;
using Microsoft.AspNetCore.Http;
using Pingmark.Ui;
using Xunit;

namespace Pingmark.Tests.Ui;

/// <summary>Who may ask the server, and who may not.</summary>
public sealed class RequestGuardTests
{
    private const int Port = 4711;

    private static readonly RequestGuard OnLoopback = new(IPAddress.Loopback, token: null);

    [Fact]
    public void Its_own_pages_may_ask()
    {
        foreach (var host in new[] { "127.0.0.1:4711", "localhost:4711", "[::1]:4711" })
        {
            (string, string) own = ("Origin", $"http://{host}");
            Assert.Null(OnLoopback.FindRefusal(Request(host)));
            Assert.Null(OnLoopback.FindRefusal(Request(host, own, ("Sec-Fetch-Site", "same-origin"))));
            Assert.Null(OnLoopback.FindRefusal(Request(host, ("Sec-Fetch-Site", "none"))));
        }
    }

    /// <summary>A name that somebody else made lead here; another port; an address of this machine that is not
    /// listened on.</summary>
    [Fact]
    public void Other_names_are_refused() =>
        Assert.All<string>(
            ["evil.example:4711", "127.0.0.1.evil.example:4711", "127.0.0.1:80", "127.0.0.1", "10.0.0.1:4711", ""],
            host => Assert.Contains("is not this server's", OnLoopback.FindRefusal(Request(host)))
        );

    [Fact]
    public void Other_sites_are_refused() =>
        Assert.All<(string, string)>(
            [
                ("Origin", "http://evil.example"),
                ("Origin", "null"),
                ("Origin", "https://127.0.0.1:4711"),
                ("Origin", "http://127.0.0.1:4712"),
                ("Sec-Fetch-Site", "cross-site"),
                ("Sec-Fetch-Site", "same-site"),
            ],
            header =>
                Assert.Contains(
                    "another site sent the request",
                    OnLoopback.FindRefusal(Request("127.0.0.1:4711", header))
                )
        );

    [Fact]
    public void Beyond_loopback_nobody_asks_without_the_token()
    {
        var token = new Secret();
        var guard = new RequestGuard(IPAddress.Any, token);
        var (host, cookie) = ("192.0.2.1:4711", $"pingmark-{Port}");
        Assert.Contains("the token is missing", guard.FindRefusal(Request(host)));
        Assert.Contains(
            "the token is missing",
            guard.FindRefusal(Request(host, ("Cookie", $"{cookie}={token.Text[1..]}")))
        );
        Assert.Null(guard.FindRefusal(Request(host, ("Cookie", $"{cookie}={token.Text}"))));
        Assert.Contains("is not this server's", guard.FindRefusal(Request("evil.example:4711")));
    }

    [Fact]
    public void The_token_of_the_address_becomes_a_cookie_that_scripts_do_not_see()
    {
        var guard = new RequestGuard(IPAddress.Any, new());
        var request = Request("192.0.2.1:4711");
        request.Request.QueryString = new(guard.TokenQuery);
        Assert.Null(guard.FindRefusal(request));
        Assert.True(guard.TryAcceptToken(request));
        Assert.Equal(303, request.Response.StatusCode);
        Assert.Equal("/", request.Response.Headers.Location.ToString());
        Assert.Contains("httponly", request.Response.Headers.SetCookie.ToString());
        Assert.Contains("samesite=strict", request.Response.Headers.SetCookie.ToString());
        request.Request.Path = "/run/a";
        Assert.NotNull(guard.FindRefusal(request));
    }

    private static DefaultHttpContext Request(string host, params (string Name, string Value)[] headers)
    {
        var context = new DefaultHttpContext();
        context.Connection.LocalPort = Port;
        context.Request.Method = "GET";
        context.Request.Path = "/";
        context.Request.Host = new(host);
        foreach (var (name, value) in headers)
            context.Request.Headers[name] = value;
        return context;
    }
}
