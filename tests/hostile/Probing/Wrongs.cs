using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text.Json;

namespace Pingmark.Hostile.Tests.Probing;

/// <summary>What rows are made of: messages of 32 bytes, changed answers, and what has to be true of counts.</summary>
internal static class Wrongs
{
    public const int MessageBytes = 32;

    /// <summary>One in so many answers is wrong, by its number; a client's messages are counted in a row, so that what
    /// it reports is known to one, wherever its window begins.</summary>
    public const int OneIn = 10;

    public const string Hint = "is it an echo server, and is --framing right?";

    /// <summary>Since a message whose answer is lost holds its connection for so long.</summary>
    public static readonly string[] LosesSoon = ["--lost-after", "20ms", "--duration", "500ms"];

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

    /// <summary>One in <see cref="OneIn"/> is told as this, to one at each end of what counts; no other fault
    /// is.</summary>
    public static Action<JsonElement> OneInTenIs(params string[] faults) =>
        cell =>
        {
            var wrong = cell.Number("sent") / OneIn;
            foreach (var fault in faults)
                Assert.InRange(cell.Number(fault), Math.Max(0, wrong - 1), wrong + 2);
            NoneIs(["late", "duplicated", "reordered", "corrupt"], faults)(cell);
        };

    /// <summary>As many as messages that were answered, to a few at the ends of what counts.</summary>
    public static Action<JsonElement> AsManyAs(string received, string fault) =>
        cell => Assert.InRange(cell.Number(fault), cell.Number(received) - 5, cell.Number(received) + 5);

    public static Action<JsonElement> NoneIs(string[] faults, params string[] but) =>
        cell => Assert.All(faults.Except(but), fault => Assert.Equal(0, cell.Number(fault)));
}
