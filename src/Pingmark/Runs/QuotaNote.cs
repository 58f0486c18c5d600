using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Runs;

/// <summary>Figures of a container with less CPU time than a benchmark needs are its limit's.</summary>
internal static class QuotaNote
{
    public static IEnumerable<Note> Of(CpuQuota quota) =>
        quota.Text is { } text ? [new("cpu-quota", AuditVerdict.Warning, text)] : [];
}
