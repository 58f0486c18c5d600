using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Vocabulary;
using Pingmark.Wording;

namespace Pingmark.Audits;

/// <summary>By a reliable transmission nothing may be lost, come late or twice; on an unreliable one the reader must
/// know how much was.</summary>
internal sealed class LostMessages : IAudit
{
    public Note? Judge(CellEvidence evidence)
    {
        var all = evidence.All().ToList();
        var (lost, late, twice, sent) = (
            all.Sum(s => s.Lost),
            all.Sum(s => s.Late),
            all.Sum(s => s.Duplicated),
            all.Sum(s => s.Sent)
        );
        if (lost + late + twice == 0)
            return null;
        var text = string.Create(
            CultureInfo.InvariantCulture,
            $"{lost} of {sent} messages lost ({100.0 * lost / Math.Max(1, sent):0.###} %), {late} came "
                + $"after their deadline, {twice} came twice"
        );
        // What goes one way waits for nobody's answer.
        if (lost > 0 && !evidence.Cell.Scenario.IsOneWay && evidence.Ok.Max(r => r.LostAfterNs) is { } waitNs)
            text +=
                $"; a lost one holds its place for {NumberText.Duration(waitNs)} (lost_after), which lowers the rate";
        if (evidence.Cell.Scenario.Network is { HarmsPackets: true } network)
            text += $"; of a network with {NetworkKeys.Text(network)} each way";
        var reliable = evidence.Ok.All(r => r.Transmission == Transmission.Reliable);
        return new(
            "lost-messages",
            reliable ? AuditVerdict.Invalid
                : evidence.Cell.Scenario.Network is { HarmsPackets: true } ? AuditVerdict.Note
                : AuditVerdict.Warning,
            reliable ? text + ", of a reliable transmission" : text
        );
    }
}
