package pingmark.kit.measuring;

/** Tells lanes the time. Only tests have another one, so the compiler sees no more than the call of nanoTime. */
class Clock {
    long now() {
        return System.nanoTime();
    }
}
