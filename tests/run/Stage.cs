namespace Pingmark.TestRun;

/// <summary>Layers that share the machine; the next stage begins when all of them have ended.</summary>
internal sealed record Stage(int AtOnce, params IReadOnlyList<Layer?> Layers)
{
    public async Task<IReadOnlyList<LayerRun>> RunAsync(Action<LayerRun> ended)
    {
        var runs = new List<LayerRun>();
        using var places = new SemaphoreSlim(AtOnce);
        await Task.WhenAll(
            Layers
                .OfType<Layer>()
                .Select(async layer =>
                {
                    await places.WaitAsync();
                    try
                    {
                        var run = await layer.RunAsync();
                        lock (runs)
                        {
                            runs.Add(run);
                            ended(run);
                        }
                    }
                    finally
                    {
                        places.Release();
                    }
                })
        );
        return runs;
    }
}
