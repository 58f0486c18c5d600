namespace Pingmark.Worker.Kit;

/// <summary>Answers that nobody waited for, or not for these.</summary>
public sealed class Strays
{
    public long Corrupt { get; set; }
    public long Late { get; set; }
    public long Duplicated { get; set; }
}
