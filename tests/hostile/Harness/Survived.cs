namespace Pingmark.Hostile.Tests.Harness;

/// <summary>What the command line would make of a call: exit code 0, or 2 with a message. Anything else is a
/// defect.</summary>
internal static class Survived
{
    /// <returns>Null when the input was refused.</returns>
    public static T? OrRefused<T>(Func<T> read)
        where T : class
    {
        try
        {
            return read();
        }
        catch (BadInputException e)
        {
            Assert.NotEmpty(e.Message);
            return null;
        }
    }
}
