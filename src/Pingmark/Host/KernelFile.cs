namespace Pingmark.Host;

/// <summary>Reads files in which the kernel tells what it knows; not every machine has each, and not everybody may read
/// it.</summary>
internal static class KernelFile
{
    /// <summary>The words of a line, between which there are blanks or tabs.</summary>
    public static string[] Words(string line) => line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);

    /// <summary>The lines of a file; none where it can't be read.</summary>
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
