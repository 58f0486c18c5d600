package pingmark.kit.protocol;

/** This worker never can do what was asked for. The message says what, and the limit. */
public final class Unsupported extends Exception {
    private static final long serialVersionUID = 1;

    public static void requireWithin(String name, long value, long least, long most) throws Unsupported {
        if (value < least || value > most) {
            throw new Unsupported(name + " " + value + ": " + least + " to " + most);
        }
    }

    public Unsupported(String reason) {
        super(reason);
    }
}
