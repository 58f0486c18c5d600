package pingmark.kit.protocol;

import java.io.IOException;

/**
 * The listen request.
 *
 * @param token null: the server is plain, which echoes everything without hello and framing
 * @param pairThreads threads of client and server in this process; 0: this process has no client
 */
public record ListenPlan(
        Address address, Token token, SocketOptions options, StackOption.Values stackOptions, int pairThreads) {
    public static ListenPlan from(Request request, Description stack) throws IOException, Unsupported {
        Address address = Address.from(request, stack);
        if (stack.transport() == Description.Transport.UDP && address.isWildcard()) {
            throw new Unsupported(stack.stack() + " can't listen at " + address.literal() + ": Java's DatagramChannel "
                    + "does not tell which address was asked, from which answers must leave; name one of this "
                    + "machine's addresses");
        }
        if (!request.flag("allow_wildcard", false) && address.isWildcard()) {
            throw new Unsupported("wildcard address " + address.literal() + " without allow_wildcard");
        }
        Token token = Token.from(request, request.flag("plain", false));
        SocketOptions options = SocketOptions.from(request, stack);
        StackOption.Values stackOptions = StackOption.Values.from(request, stack, StackOption.Role.SERVER);
        int pairThreads = stack.pairThreads(request);
        request.refuseUnknownFields();
        return new ListenPlan(address, token, options, stackOptions, pairThreads);
    }

    /** Returns whether peers get connected sockets, which needs a hello. */
    public boolean connectedSockets() {
        return token != null && stackOptions.on(StackOption.CONNECTED_SOCKETS);
    }
}
