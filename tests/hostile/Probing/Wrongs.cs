using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text.Json;

namespace Pingmark.Hostile.Tests.Probing;

/// <summary>What rows are made of: messages of 32 bytes, changed answers, and what has to be true of counts.</summary>
internal static class Wrongs
{
    public const int MessageBytes = 32,
        EchoedBefore = 8,
        Ahead = 13;

    /// <summary>One in so many answers is wrong, by its number; a client's messages are counted in a row, so that what
    /// it reports is known to one, wherever its window begins.</summary>
    private const int OneIn = 3;

    public const string Hint = "is it an echo server, and is --framing right?",
        Silent = "does not answer (any more)",
        ToNothing = "answers nothing";

    /// <summary>Since a message whose answer is lost holds its connection for so long.</summary>
    public static readonly string[] LosesSoon = ["--lost-after", "400ms", "--duration", "1500ms"];

    public static bool IsWrong(long number) => number % OneIn == 0;

    /// <summary>With one bit of a byte turned, counted from the end for negative numbers.</summary>
    public static byte[] Turned(byte[] message, int at)
    {
        byte[] changed = [.. message];
        changed[at < 0 ? changed.Length + at : at] ^= 1;
        return changed;
    }

    /// <param name="sequenceAt">Behind the length, where there is one.</param>
    public static byte[] WithSequence(byte[] message, int sequenceAt, Func<uint, uint> change)
    {
        byte[] changed = [.. message];
        var sequence = changed.AsSpan(sequenceAt, sizeof(uint));
        BinaryPrimitives.WriteUInt32LittleEndian(sequence, change(BinaryPrimitives.ReadUInt32LittleEndian(sequence)));
        return changed;
    }

    /// <summary>A frame whose length says what it has.</summary>
    public static byte[] OfLength(byte[] message, int bytes)
    {
        var changed = new byte[bytes];
        message.AsSpan(0, Math.Min(bytes, message.Length)).CopyTo(changed);
        return WithLength(changed, (uint)(bytes - sizeof(uint)));
    }

    public static byte[] WithLength(byte[] message, uint length)
    {
        byte[] changed = [.. message];
        BinaryPrimitives.WriteUInt32LittleEndian(changed, length);
        return changed;
    }

    /// <summary>Waits for ever: until the test closes the socket.</summary>
    public static void NeverReads(Socket socket) => socket.Poll(-1, SelectMode.SelectError);

    public static void NeverAnswers(Socket socket)
    {
        var buffer = new byte[1 << 16];
        while (socket.Receive(buffer) > 0) { }
    }

    /// <summary>As many as were wrong are told to be corrupt, and nothing is told to be another fault.</summary>
    public static void OneInThreeIsCorrupt(JsonElement cell)
    {
        var wrong = cell.Number("sent") / OneIn;
        Assert.InRange(cell.Number("corrupt"), Math.Max(1, wrong - 1), wrong + 2);
        NoneIs("duplicated", "reordered")(cell);
    }

    /// <summary>And each leaves a message without an answer. On a busy machine some are lost, and late,
    /// besides.</summary>
    public static void OneInThreeIsCorruptAndLost(JsonElement cell)
    {
        OneInThreeIsCorrupt(cell);
        Assert.InRange(cell.Number("lost"), cell.Number("corrupt") - 1, cell.Number("sent"));
        Assert.InRange(cell.Number("late"), 0, cell.Number("lost") - cell.Number("corrupt") + 2);
    }

    /// <summary>Within the window: as many as messages that were answered.</summary>
    public static void EachIsCorruptToo(JsonElement cell) =>
        Assert.InRange(cell.Number("corrupt"), cell.Number("received") - 5, cell.Number("received") + 5);

    /// <summary>To the end of the run, so that those of the messages behind the window count, too.</summary>
    public static void EachIsDuplicated(JsonElement cell)
    {
        Assert.InRange(cell.Number("duplicated"), cell.Number("received") - 5, 2 * cell.Number("received") + 5);
        NoneIs("corrupt", "reordered")(cell);
    }

    public static Action<JsonElement> NoneIs(params string[] faults) =>
        cell => Assert.All(faults, fault => Assert.Equal(0, cell.Number(fault)));
}
