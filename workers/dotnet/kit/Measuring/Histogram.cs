using System.Numerics;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>
/// Counts of nanosecond values with three significant digits. The counts lie outside the managed heap and are touched
/// only where values fall, so a histogram per lane costs a few pages even with thousands of lanes.
/// </summary>
public sealed unsafe class Histogram : IDisposable
{
    public const string Layout = "log-linear/1024";

    private const int LinearBits = 10;
    private const int CountOfCounts = 27_648;
    private const long HighestCountable = (1L << 36) - 1;

    private readonly uint* _counts = (uint*)NativeMemory.AllocZeroed(CountOfCounts, sizeof(uint));
    private int _lowest = CountOfCounts;
    private int _highest = -1;

    public long Total { get; private set; }
    public long Sum { get; private set; }
    public long Max { get; private set; }

    public void Record(long value)
    {
        Total++;
        Sum += value;
        if (value > Max)
            Max = value;
        int index = IndexOf(value);
        if (index < _lowest)
            _lowest = index;
        if (index > _highest)
            _highest = index;
        _counts[index]++;
    }

    public void Add(Histogram other)
    {
        Total += other.Total;
        Sum += other.Sum;
        Max = Math.Max(Max, other.Max);
        _lowest = Math.Min(_lowest, other._lowest);
        _highest = Math.Max(_highest, other._highest);
        for (int index = other._lowest; index <= other._highest; index++)
            _counts[index] += other._counts[index];
    }

    public void Clear()
    {
        if (_highest >= _lowest)
            new Span<uint>(_counts + _lowest, _highest - _lowest + 1).Clear();
        (_lowest, _highest) = (CountOfCounts, -1);
        (Total, Sum, Max) = (0, 0, 0);
    }

    public void Dispose() => NativeMemory.Free(_counts);

    public void WriteSparse(Utf8JsonWriter json, string name)
    {
        json.WriteStartArray(name);
        for (int index = _lowest; index <= _highest; index++)
        {
            if (_counts[index] == 0)
                continue;
            json.WriteNumberValue(index);
            json.WriteNumberValue(_counts[index]);
        }
        json.WriteEndArray();
    }

    private static int IndexOf(long value)
    {
        ulong v = (ulong)Math.Min(value, HighestCountable);
        int shift = Math.Max(0, BitOperations.Log2(v) - LinearBits);
        return (shift << LinearBits) + (int)(v >> shift);
    }
}
