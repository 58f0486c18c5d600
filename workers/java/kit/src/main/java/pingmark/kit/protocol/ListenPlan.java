package pingmark.kit.protocol;

import java.io.IOException;

/**
 * Holds what a server was asked for. The token is null when the server is plain: no hello, no framing, everything is
 * echoed. Only who says hello gets a socket of its own.
 *
 * @param pairThreads by how many threads both sides run in this process; 0: it is a server alone
 */
public record ListenPlan(
        Address address, Token token, SocketOptions options, StackOptions stackOptions, int pairThreads) {
    public static ListenPlan from(Request request, Description stack) throws IOException, Unsupported {
        Address address = Address.from(request, stack);
        if (!request.flag("allow_wildcard", false) && address.wildcard()) {
            throw new Unsupported("wildcard address " + address.literal() + " without allow_wildcard");
        }
        Token token = Token.from(request, request.flag("plain", false));
        SocketOptions options = SocketOptions.from(request, stack);
        StackOptions stackOptions = StackOptions.from(request, stack, StackOption.Role.SERVER);
        int pairThreads = stack.pairThreads(request);
        request.refuseTheRest();
        return new ListenPlan(address, token, options, stackOptions, pairThreads);
    }

    public boolean connectedSockets() {
        return token != null && stackOptions.on(StackOption.CONNECTED_SOCKETS);
    }
}
