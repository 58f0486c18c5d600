namespace Pingmark.Model;

/// <summary>What reached a server while a cell was measured and did not come from the cell's client.</summary>
/// <param name="Rejected">The number of connections or datagrams that had not the run's token.</param>
/// <param name="BadFrames">The number of frames whose length can't be.</param>
/// <param name="Messages">The number of messages that the server answered meanwhile.</param>
/// <param name="Last">The address of the peer that came last; null where the worker can't tell.</param>
public sealed record UnknownPeers(long Rejected, long BadFrames, long Messages, string? Last)
{
    public double Share => (double)(Rejected + BadFrames) / Math.Max(1, Rejected + BadFrames + Messages);

    /// <param name="used">What the server used since the cell's client connected.</param>
    /// <returns>The unknown peers; null when there were none.</returns>
    public static UnknownPeers? FromUsage(Usage used) =>
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
