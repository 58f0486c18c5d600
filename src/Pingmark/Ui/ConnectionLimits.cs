using System.Net;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Pingmark.Ui;

/// <summary>Limits how many connections there are: those that have not been answered yet, those that were answered
/// before, and those that are being answered, each apart from the others.</summary>
internal sealed class ConnectionLimits : IDisposable
{
    internal const int MostStrangers = 64,
        MostKnown = 64,
        MostAnswered = 32;

    private readonly PendingConnections _strangers = new(MostStrangers),
        _known = new(MostKnown);

    private readonly PartitionedRateLimiter<IPAddress> _answered = PartitionedRateLimiter.Create<IPAddress, IPAddress>(
        network =>
            RateLimitPartition.GetConcurrencyLimiter(
                network,
                _ => new ConcurrencyLimiterOptions { PermitLimit = MostAnswered }
            )
    );

    /// <summary>Counts a connection from its beginning to its end.</summary>
    public async Task ReceiveAsync(ConnectionContext connection, ConnectionDelegate next)
    {
        var visitor = new UiConnection(connection);
        connection.Features.Set(visitor);
        visitor.WaitIn(_strangers);
        try
        {
            await next(connection);
        }
        finally
        {
            visitor.LeaveRoom();
        }
    }

    /// <summary>Answers a complete request of somebody who may ask. Until it is answered, its connection is not closed
    /// for others.</summary>
    /// <returns>False if too many requests of the same network are being answered.</returns>
    public async Task<bool> AnswerAsync(HttpContext context, Func<Task> answer)
    {
        var visitor = context.Features.GetRequiredFeature<UiConnection>();
        using var lease = _answered.AttemptAcquire(visitor.Network);
        if (!lease.IsAcquired)
            return false;
        visitor.LeaveRoom();
        try
        {
            await answer();
            return true;
        }
        finally
        {
            visitor.WaitIn(_known);
        }
    }

    /// <summary>Closes all connections that wait, and lets no others in.</summary>
    public void Close()
    {
        _strangers.Close();
        _known.Close();
    }

    public void Dispose() => _answered.Dispose();
}
