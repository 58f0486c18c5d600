package pingmark.kit.loads;

import pingmark.kit.protocol.Request;

/** Makes a closed loop: a message goes as soon as a slot is free. */
final class Closed implements Load, Load.Model {
    static final String NAME = "closed";

    static Model read(Request request, Room room) {
        return new Closed(); // it has no fields
    }

    @Override
    public boolean timed() {
        return false;
    }

    @Override
    public Load start(long origin, int connection, int connections) {
        return this;
    }

    @Override
    public long due() {
        return AT_ONCE;
    }

    @Override
    public void sent() {
        // the next one is due as well
    }

    @Override
    public void ended() {
        // only its slot was awaited
    }
}
