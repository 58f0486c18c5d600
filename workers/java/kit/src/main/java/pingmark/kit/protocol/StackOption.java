package pingmark.kit.protocol;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Is an option that a stack has beside the socket's, as describe tells it: a flag, or an integer within bounds.
 *
 * @param about one line
 * @param role who takes it
 * @param absent what holds where it is not asked for; of a flag 0 or 1
 */
public record StackOption(String name, String about, Role role, boolean isFlag, long absent, long least, long most) {
    public enum Role { BOTH, SERVER, CLIENT }

    /** The threads that share a client's connections. */
    public static final StackOption CLIENT_THREADS =
            number("client_threads", "threads that share the client's connections", 1, 1, 256, Role.CLIENT);

    /** A server of datagrams has sockets for its first peers alone. */
    public static final StackOption CONNECTED_SOCKETS =
            flag("connected_sockets", "a connected socket for each of the first 64 clients", true, Role.SERVER);

    public static StackOption flag(String name, String about, boolean absent, Role role) {
        return new StackOption(name, about, role, true, absent ? 1 : 0, 0, 1);
    }

    public static StackOption number(String name, String about, long absent, long least, long most, Role role) {
        return new StackOption(name, about, role, false, absent, least, most);
    }

    boolean isOf(Role asked) {
        return role == Role.BOTH || role == asked;
    }

    long read(Request request) throws Unsupported {
        if (isFlag) {
            return request.flag(name, absent != 0) ? 1 : 0;
        }
        long value = request.integer(name, absent);
        Unsupported.unless(name, value, least, most);
        return value;
    }

    static void describe(List<StackOption> options, Reply reply) throws IOException {
        reply.put("options", told(options, StackOption::name))
                .put("option_values", told(options, StackOption::values))
                .put("option_defaults", told(options, option -> option.text(option.absent)))
                .put("option_roles", told(options, option -> option.role.name().toLowerCase(Locale.ROOT)))
                .put("option_abouts", told(options, StackOption::about));
    }

    private static List<String> told(List<StackOption> options, Function<StackOption, String> what) {
        return options.stream().map(what).toList();
    }

    private String values() {
        return isFlag ? "true|false" : least + ".." + most;
    }

    private String text(long value) {
        return isFlag ? String.valueOf(value != 0) : String.valueOf(value);
    }
}
