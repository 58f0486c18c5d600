using Pingmark.Conformance.Cases;

namespace Pingmark.Conformance;

/// <summary>All cases, in the order in which they are run: what the later ones build on comes first.</summary>
public static class ConformanceCases
{
    public static IReadOnlyList<ConformanceCase> All { get; } =
    [
        .. HandshakeCases.All,
        .. LineCases.All,
        .. VectorCases.All,
        .. SizeCases.All,
        .. StreamCases.All,
        .. DatagramCases.All,
        .. OptionCases.All,
        .. ConnectedSocketCases.All,
        .. KernelOptionCases.All,
        .. SecurityCases.All,
        .. DescriptorCases.All,
        .. ResultCases.All,
        .. RoundTripCases.All,
        .. LogCases.All,
        .. AllocationCases.All,
        .. AnswerCases.All,
        .. LossCases.All,
        .. LoadCases.All,
        .. OneWayCases.All,
        .. ChurnCases.All,
        .. TickCases.All,
        .. BothRolesCases.All,
        .. OpenLoopCases.All,
        .. CountCases.All,
        .. DisconnectCases.All,
        .. LibraryCases.All,
        .. LocalCases.All,
        .. NewcomerCases.All,
        .. PeerFaultCases.All,
        .. StdinCases.All,
        .. StopCases.All,
    ];
}
