using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Pingmark.Worker.Kestrel;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.KestrelTcp;

/// <summary>Kestrel with its transport of sockets as it comes, and nothing of HTTP.</summary>
internal static class Serving
{
    /// <param name="listener">Kestrel's: it accepts from there, and its connections have the options that they inherit
    /// from it.</param>
    public static void Start(Socket listener, ListenPlan plan, Server server)
    {
        var handler = new EchoHandler(plan, server);
        var options = new KestrelServerOptions();
        options.Listen(plan.Address, listen => listen.Run(handler.OnConnectedAsync));
        var kestrel = new KestrelServer(
            Options.Create(options),
            PatientListeners.On(listener, plan),
            NullLoggerFactory.Instance
        );
        kestrel.StartAsync(new NoRequests(), CancellationToken.None).GetAwaiter().GetResult();
    }

    /// <summary>No connection comes as far as HTTP.</summary>
    private sealed class NoRequests : IHttpApplication<object>
    {
        public object CreateContext(IFeatureCollection contextFeatures) => contextFeatures;

        public Task ProcessRequestAsync(object context) => Task.CompletedTask;

        public void DisposeContext(object context, Exception? exception)
        {
            // It holds nothing.
        }
    }
}
