namespace Pingmark.Impairment;

/// <summary>Says of one packet after the other whether something becomes of it.</summary>
internal interface IPacketChoice
{
    bool Next();
}
