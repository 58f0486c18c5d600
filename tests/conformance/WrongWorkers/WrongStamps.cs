using System.Net.Sockets;
using System.Reflection;
using Pingmark.Worker.Kit;

namespace Pingmark.WrongWorkers;

/// <summary>Takes what was sent for sent when the send has returned, so that the time for which it was blocked is in no
/// round trip.</summary>
internal sealed class WrongStamps(SocketSender right) : ISender
{
    public const string AfterTheSend = "stamps-after-the-send";

    private const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic;
    private static readonly FieldInfo AllSlots = typeof(Slots).GetField("_slots", Hidden)!;

    /// <summary>When a message was sent, and when it was to be sent: the same in a closed loop.</summary>
    private static readonly FieldInfo[] Stamps = [Field("SentAt"), Field("IntendedAt")];

    private Array _slots = Array.Empty<object>();

    /// <summary>In the kit's slots, which no worker should be able to reach.</summary>
    public void Restamp(Connection connection)
    {
        var slots = typeof(Connection).GetProperty("Slots", Hidden)!.GetValue(connection);
        _slots = (Array)AllSlots.GetValue(slots)!;
    }

    public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes)
    {
        var error = right.Send(bytes, out sentBytes);
        if (sentBytes < bytes.Length)
            return error;
        for (var n = 0; n < _slots.Length; n++)
        {
            var slot = _slots.GetValue(n)!;
            foreach (var stamp in Stamps)
                stamp.SetValue(slot, Clock.Now());
            _slots.SetValue(slot, n);
        }
        return error;
    }

    public void Flush() => right.Flush();

    private static FieldInfo Field(string name) => AllSlots.FieldType.GetElementType()!.GetField(name)!;
}
