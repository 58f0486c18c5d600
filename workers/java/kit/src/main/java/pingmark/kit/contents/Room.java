package pingmark.kit.contents;

/** Finds the samples of which a library makes exactly so many bytes. */
final class Room {
    /** The length of a text's length changes, so that the first guess may be wrong. */
    private static final int GUESSES = 3;

    private final int bytes;
    private final int least;
    private final Samples samples;

    private Room(int bytes, int least, Samples samples) {
        this.bytes = bytes;
        this.least = least;
        this.samples = samples;
    }

    static Room of(Serializer library, int bytes) {
        int least = length(library, new Samples(Samples.QUANTITY, 1));
        for (int quantity : new int[] {Samples.QUANTITY, Samples.LARGE_QUANTITY}) {
            int text = bytes - least + 1;
            for (int guess = 0; guess < GUESSES && text > 0; guess++) {
                Samples samples = new Samples(quantity, text);
                int excess = length(library, samples) - bytes;
                if (excess == 0) {
                    return new Room(bytes, least, samples);
                }
                text -= excess;
            }
        }
        return new Room(bytes, Math.max(least, bytes + 1), null);
    }

    private static int length(Serializer library, Samples samples) {
        return new Serialized(library, samples).length(0);
    }

    int bytes() {
        return bytes;
    }

    /** Returns how many it takes: more than there are where the samples are null. */
    int least() {
        return least;
    }

    Samples samples() {
        return samples;
    }
}
