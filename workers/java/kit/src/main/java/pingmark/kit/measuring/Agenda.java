package pingmark.kit.measuring;

import java.util.Arrays;
import pingmark.kit.loads.Load;

/** The lane's connections by due time: a binary heap of all connections, which allocates only when it is made. */
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

    /** Returns when the next connection is due, or NEVER. */
    long nextDue() {
        return due[heap[0]];
    }

    /** Returns the connection that is due next; of equal ones that with the lowest number. */
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

    /** Returns the place of the earlier child; a place behind the heap's end if there is none. */
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
