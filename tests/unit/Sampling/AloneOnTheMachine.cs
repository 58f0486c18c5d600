using Pingmark.Model;
using Pingmark.Sampling;
using Xunit;

namespace Pingmark.Tests.Sampling;

/// <summary>Tests that load all cores, or sample this very process: they would disturb other tests, and those
/// them.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public class AloneOnTheMachine
{
    public const string Name = "alone on the machine";
}

internal static class SamplerExtensions
{
    public static async Task<SamplingSummary> StopAsync(this ISampler sampler, CancellationToken cancel)
    {
        await sampler.EndAsync(cancel);
        return await sampler.ReadAsync(cancel);
    }
}
