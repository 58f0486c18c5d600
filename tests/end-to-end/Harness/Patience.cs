namespace Pingmark.EndToEndTests.Harness;

/// <summary>Tests name the time that users are promised on a machine of their own. Where tests run others may be at
/// work: they get more.</summary>
internal static class Patience
{
    private const double Factor = 3;

    public static TimeSpan For(double promisedSeconds) => TimeSpan.FromSeconds(Factor * promisedSeconds);
}
