package pingmark.kit;

/** What was asked for is something that this worker cannot do and never will; the message says what, and the limit. */
public final class Unsupported extends Exception {
    private static final long serialVersionUID = 1;

    public Unsupported(String reason) {
        super(reason);
    }
}
