package pingmark.kit.protocol;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * An option of a stack: a flag, or an integer within bounds.
 *
 * @param about one line
 * @param role which requests have it
 * @param defaultValue of a flag 0 or 1
 */
public record StackOption(
        String name, String about, Role role, boolean isFlag, long defaultValue, long least, long most) {
    public enum Role { BOTH, SERVER, CLIENT }

    public static final StackOption CLIENT_THREADS =
            number("client_threads", "threads that share the client's connections", 1, 1, 256, Role.CLIENT);

    public static final StackOption CONNECTED_SOCKETS =
            flag("connected_sockets", "a connected socket for each of the first 64 clients", true, Role.SERVER);

    public static StackOption flag(String name, String about, boolean isOnByDefault, Role role) {
        return new StackOption(name, about, role, true, isOnByDefault ? 1 : 0, 0, 1);
    }

    public static StackOption number(String name, String about, long defaultValue, long least, long most, Role role) {
        return new StackOption(name, about, role, false, defaultValue, least, most);
    }

    boolean isOf(Role asked) {
        return role == Role.BOTH || role == asked;
    }

    long read(Request request) throws Unsupported {
        if (isFlag) {
            return request.flag(name, defaultValue != 0) ? 1 : 0;
        }
        long value = request.integer(name, defaultValue);
        Unsupported.requireWithin(name, value, least, most);
        return value;
    }

    static void describe(List<StackOption> options, Reply reply) throws IOException {
        reply.put("options", list(options, StackOption::name))
                .put("option_values", list(options, StackOption::values))
                .put("option_defaults", list(options, option -> option.text(option.defaultValue)))
                .put("option_roles", list(options, option -> option.role.name().toLowerCase(Locale.ROOT)))
                .put("option_abouts", list(options, StackOption::about));
    }

    private static List<String> list(List<StackOption> options, Function<StackOption, String> property) {
        return options.stream().map(property).toList();
    }

    private String values() {
        return isFlag ? "true|false" : least + ".." + most;
    }

    private String text(long value) {
        return isFlag ? String.valueOf(value != 0) : String.valueOf(value);
    }

    /** The values of a stack's options in one role. */
    public record Values(Map<StackOption, Long> values) {
        static Values from(Request request, Description stack, Role role) throws Unsupported {
            Map<StackOption, Long> values = new LinkedHashMap<>();
            for (StackOption option : stack.options()) {
                if (option.isOf(role)) {
                    values.put(option, option.read(request));
                }
            }
            return new Values(values);
        }

        /** Returns the default if the stack does not have the option. */
        public long number(StackOption option) {
            return values.getOrDefault(option, option.defaultValue());
        }

        public boolean on(StackOption flag) {
            return number(flag) != 0;
        }

        /** Returns the fields of a reply, each a number or a boolean. */
        public Map<String, Object> effective() {
            Map<String, Object> fields = new LinkedHashMap<>();
            values.forEach((option, value) -> fields.put(option.name, option.isFlag ? (Object) (value != 0) : value));
            return fields;
        }
    }
}
