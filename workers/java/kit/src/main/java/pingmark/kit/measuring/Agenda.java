package pingmark.kit.measuring;

import java.util.Arrays;
import pingmark.kit.loads.Load;

/**
 * Knows which of a lane's connections is due next: a binary heap in which each of them has its place all the time. It
 * allocates when it is made, and then no more.
 */
final class Agenda {
    /** When each connection is due. */
    private final long[] due;
    /** Connections: the one at i comes before those at 2i+1 and 2i+2. */
    private final int[] heap;
    /** Where each connection is in the heap. */
    private final int[] places;

    Agenda(int connections) {
        due = new long[connections];
        heap = new int[connections];
        places = new int[connections];
        Arrays.fill(due, Load.NEVER);
        Arrays.setAll(heap, at -> at);
        Arrays.setAll(places, at -> at);
    }

    /** Returns when the first of them is due; NEVER: none of them is before something has arrived. */
    long nextDue() {
        return due[heap[0]];
    }

    /** Returns the connection that is due first; of several the one with the lowest number. */
    int next() {
        return heap[0];
    }

    void set(int connection, long time) {
        long before = due[connection];
        due[connection] = time;
        if (time < before) {
            rise(connection);
        } else if (time > before) {
            sink(connection);
        }
    }

    private void rise(int connection) {
        int place = places[connection];
        while (place > 0 && isBefore(connection, heap[(place - 1) / 2])) {
            put(heap[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        put(connection, place);
    }

    private void sink(int connection) {
        int place = places[connection];
        for (int child = firstChild(place); child < heap.length && isBefore(heap[child], connection);
                child = firstChild(place)) {
            put(heap[child], place);
            place = child;
        }
        put(connection, place);
    }

    /** Returns which of the two places below this one comes first; behind the heap's end when there are none. */
    private int firstChild(int place) {
        int left = 2 * place + 1;
        return left + 1 < heap.length && isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
    }

    private void put(int connection, int place) {
        heap[place] = connection;
        places[connection] = place;
    }

    private boolean isBefore(int one, int other) {
        return due[one] != due[other] ? due[one] < due[other] : one < other;
    }
}
