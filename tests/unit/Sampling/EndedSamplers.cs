using Pingmark.Model;
using Pingmark.Sampling;

namespace Pingmark.Tests;

internal static class EndedSamplers
{
    /// <summary>Ends a recording and reads it at once.</summary>
    public static async Task<SamplingSummary> StopAsync(this ISampler sampler, CancellationToken cancel)
    {
        await sampler.EndAsync(cancel);
        return await sampler.ReadAsync(cancel);
    }
}
