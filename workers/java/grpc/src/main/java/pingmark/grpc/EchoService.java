package pingmark.grpc;

import com.google.protobuf.ByteString;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import pingmark.rpc.Message;

/** Sends a call's message back. It is what gRPC's generator would write, and knows besides whose call it is. */
final class EchoService {
    private static final String NAME = "pingmark.rpc.EchoService";
    private static final MethodDescriptor<Message, Message> ECHO =
            MethodDescriptor
                    .<Message, Message>newBuilder(ProtoUtils.marshaller(Message.getDefaultInstance()),
                            ProtoUtils.marshaller(Message.getDefaultInstance()))
                    .setType(MethodType.UNARY)
                    .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, "Echo"))
                    .build();

    private final Connections connections;

    EchoService(Connections connections) {
        this.connections = connections;
    }

    ServerServiceDefinition bind() {
        return ServerServiceDefinition.builder(NAME)
                .addMethod(ECHO,
                        (call, headers) -> {
                            Connection connection = connections.of(call);
                            return ServerCalls
                                    .<Message, Message>asyncUnaryCall(
                                            (request, answer) -> echo(connection, request, answer))
                                    .startCall(call, headers);
                        })
                .build();
    }

    private static void echo(Connection connection, Message request, StreamObserver<Message> answer) {
        ByteString body = connection == null ? null : connection.answer(request.getBody());
        if (body == null) {
            answer.onError(Status.PERMISSION_DENIED.asRuntimeException());
            return;
        }
        answer.onNext(Message.newBuilder().setBody(body).build());
        answer.onCompleted();
    }
}
