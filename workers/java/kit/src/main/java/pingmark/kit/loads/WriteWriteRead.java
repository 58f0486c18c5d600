package pingmark.kit.loads;

import pingmark.kit.protocol.Request;

/**
 * Makes a closed loop whose messages go by two calls each, as of a program that writes a header and then a body:
 * Nagle's algorithm keeps the body back until the header is acknowledged, which its receiver puts off.
 */
final class WriteWriteRead implements Load.Model {
    static final String NAME = "write-write-read";

    static Load.Model read(Request request, Load.Room room) {
        return new WriteWriteRead(); // it has no fields
    }

    @Override
    public boolean timed() {
        return false;
    }

    @Override
    public Load.Sends sends() {
        return Load.Sends.IN_PARTS;
    }

    @Override
    public Load start(long origin, int connection, int connections) {
        return new Closed();
    }
}
