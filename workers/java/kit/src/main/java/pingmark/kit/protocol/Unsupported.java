package pingmark.kit.protocol;

/** What was asked for is something that this worker cannot do and never will; the message says what, and the limit. */
public final class Unsupported extends Exception {
    private static final long serialVersionUID = 1;

    public static void unless(String name, long value, long least, long most) throws Unsupported {
        if (value < least || value > most) {
            throw new Unsupported(name + " " + value + ": " + least + " to " + most);
        }
    }

    public Unsupported(String reason) {
        super(reason);
    }
}
