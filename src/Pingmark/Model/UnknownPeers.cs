namespace Pingmark.Model;

/// <summary>What reached a server while a cell was measured, and was not of its client.</summary>
/// <param name="Rejected">Connections or datagrams without the run's token.</param>
/// <param name="BadFrames">Frames of impossible lengths.</param>
/// <param name="Messages">What the server answered meanwhile.</param>
/// <param name="Last">Who came last; null where the worker can't tell.</param>
public sealed record UnknownPeers(long Rejected, long BadFrames, long Messages, string? Last)
{
    public double Share => (double)(Rejected + BadFrames) / Math.Max(1, Rejected + BadFrames + Messages);

    /// <param name="used">By the server, since the cell's client had connected.</param>
    /// <returns>Null when nobody came.</returns>
    public static UnknownPeers? Of(Usage used) =>
        used.Rejected + used.BadFrames > 0
            ? new(used.Rejected, used.BadFrames, used.Messages, used.LastStranger)
            : null;

    public Sentence Sentence =>
        new(
            "somebody else sends to this server's port: it rejected {rejected} connections or datagrams without the "
                + "run's token, and counted {malformed} malformed frames"
                + (Last is null ? "" : "; the last from {address}"),
            Quantity.Count("rejected", Rejected),
            Quantity.Count("malformed", BadFrames),
            new Term("address", Last ?? "")
        );

    public override string ToString() => Sentence.Text;
}
