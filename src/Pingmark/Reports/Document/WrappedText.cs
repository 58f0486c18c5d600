namespace Pingmark.Reports.Document;

/// <summary>Foresees how texts are broken into the lines of a terminal.</summary>
internal static class WrappedText
{
    /// <summary>How many lines of a width a text takes, broken between words.</summary>
    public static int Height(string text, int width)
    {
        var height = 0;
        foreach (var paragraph in text.Split('\n'))
        {
            height++;
            var used = 0;
            foreach (var word in paragraph.Split(' '))
            {
                if (used > 0 && used + 1 + word.Length > width)
                {
                    height++;
                    used = 0;
                }
                used += (used > 0 ? 1 : 0) + word.Length;
                for (; used > width; used -= width)
                    height++;
            }
        }
        return height;
    }
}
