using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Kestrel;

/// <summary>A web application of ASP.NET Core, on a socket of the kit. It has no client: that of C++ measures
/// it.</summary>
/// <typeparam name="TEcho">What it knows of a connection, which is among the connection's items.</typeparam>
internal abstract class KestrelStack<TEcho>(string stack, string about, string flows, string transport) : IStack
    where TEcho : class, IDisposable
{
    /// <summary>What HTTP/2 can number, so that calls wait for none but the server.</summary>
    private const int MostCalls = 1 << 20;

    public StackDescription Description { get; } =
        new(stack, about, IsStream: true, Spins: false, $"thread pool, {flows}", StackDescription.MemoryBound)
        {
            // Over TCP, whose options its sockets have.
            Transport = new(transport, IsTcp: true),
            HasClient = false,
        };

    protected abstract HttpProtocols Protocols { get; }

    protected abstract TEcho Connected(ConnectionContext connection, ListenPlan plan, Server server);

    protected abstract WebApplication Build(WebApplicationBuilder builder);

    public Listening Listen(ListenPlan plan, Server server)
    {
        // Kestrel's: it accepts from there, and its connections have the options that they inherit from it.
        var listener = Kit.Sockets.ListeningStream(plan);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(options =>
        {
            options.AddServerHeader = false;
            // Between measurements clients rest, and in the midst of anything they may be stopped.
            options.Limits.KeepAliveTimeout = TimeSpan.FromDays(1);
            options.Limits.MinRequestBodyDataRate = null;
            options.Limits.MinResponseDataRate = null;
            options.Limits.Http2.MaxStreamsPerConnection = MostCalls;
            options.Listen(
                plan.Address,
                listen =>
                {
                    listen.Protocols = Protocols;
                    listen.Use(next =>
                        async connection =>
                        {
                            using var echo = Connected(connection, plan, server);
                            connection.Items[typeof(TEcho)] = echo;
                            await next(connection);
                        }
                    );
                }
            );
        });
        builder.Services.AddSingleton<IConnectionListenerFactory>(PatientListeners.On(listener, plan));
        Build(builder).StartAsync().GetAwaiter().GetResult();
        return Kit.Sockets.Describe(listener);
    }

    public EffectiveOptions Connect(Client client) =>
        throw new UnsupportedException($"{Description.Stack} is a server alone");

    /// <summary>Returns what is known of the connection that a request came by.</summary>
    public static TEcho EchoOf(HttpContext context) =>
        (TEcho)context.Features.GetRequiredFeature<IConnectionItemsFeature>().Items[typeof(TEcho)]!;
}
