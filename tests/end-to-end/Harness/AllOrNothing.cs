namespace Pingmark.EndToEndTests.Harness;

/// <summary>What a constructor makes, all of it or nothing: nobody disposes of what was not constructed.</summary>
internal static class AllOrNothing
{
    /// <returns>What <paramref name="make"/> does; when it fails, its maker has been disposed of.</returns>
    public static T Make<T>(IDisposable maker, Func<T> make)
    {
        try
        {
            return make();
        }
        catch
        {
            maker.Dispose();
            throw;
        }
    }
}
