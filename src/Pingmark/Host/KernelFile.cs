namespace Pingmark.Host;

/// <summary>Files in which the kernel tells what it knows: not each is on every machine, or readable for
/// everybody.</summary>
internal static class KernelFile
{
    /// <summary>Empty where it can't be read.</summary>
    public static string[] Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
