namespace Pingmark.Worker.Kit;

/// <summary>Knows which of a lane's connections is due next: a binary heap in which each of them has its place all the
/// time. It allocates when it is made, and then no more.</summary>
internal sealed class Agenda
{
    /// <summary>When each connection is due.</summary>
    private readonly long[] _due;

    /// <summary>Connections: the one at i comes before those at 2i+1 and 2i+2.</summary>
    private readonly int[] _heap;

    /// <summary>Where each connection is in the heap.</summary>
    private readonly int[] _places;

    public Agenda(int connections)
    {
        _due = new long[connections];
        Array.Fill(_due, Load.Never);
        _heap = [.. Enumerable.Range(0, connections)];
        _places = [.. _heap];
    }

    /// <summary>The connection that is due first; of several the one with the lowest number.</summary>
    public int Next => _heap[0];

    /// <summary>When it is due; Never: none of them is before something has arrived.</summary>
    public long NextDue => _due[_heap[0]];

    public void Set(int connection, long due)
    {
        var before = _due[connection];
        _due[connection] = due;
        if (due < before)
            Rise(connection);
        else if (due > before)
            Sink(connection);
    }

    private void Rise(int connection)
    {
        var place = _places[connection];
        while (place > 0 && IsBefore(connection, _heap[(place - 1) / 2]))
        {
            Put(_heap[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        Put(connection, place);
    }

    private void Sink(int connection)
    {
        var place = _places[connection];
        while (FirstChild(place) is var child && child < _heap.Length && IsBefore(_heap[child], connection))
        {
            Put(_heap[child], place);
            place = child;
        }
        Put(connection, place);
    }

    /// <returns>Which of the two places below this one comes first; behind the heap's end when there are
    /// none.</returns>
    private int FirstChild(int place)
    {
        var left = 2 * place + 1;
        return left + 1 < _heap.Length && IsBefore(_heap[left + 1], _heap[left]) ? left + 1 : left;
    }

    private void Put(int connection, int place)
    {
        _heap[place] = connection;
        _places[connection] = place;
    }

    private bool IsBefore(int one, int other) => _due[one] != _due[other] ? _due[one] < _due[other] : one < other;
}
