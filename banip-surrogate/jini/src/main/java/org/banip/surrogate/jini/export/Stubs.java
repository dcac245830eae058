package org.banip.surrogate.jini.export;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.util.Collection;
import java.util.UUID;
import javax.net.SocketFactory;
import net.jini.core.constraint.MethodConstraints;
import net.jini.id.UuidFactory;
import net.jini.jeri.BasicInvocationHandler;
import net.jini.jeri.BasicObjectEndpoint;
import net.jini.jeri.OutboundRequest;
import net.jini.jeri.tcp.TcpEndpoint;
import org.banip.surrogate.jini.remote.ObjectAddress;

/** Makes stubs from addresses. */
public final class Stubs {
    private Stubs() {}

    /** A stub whose connections this factory makes, and whose answers pass the filter for BANip's own values. */
    public static <T extends Remote> T of(Class<T> type, ObjectAddress at, SocketFactory sockets) {
        UUID id = at.object();
        BasicObjectEndpoint endpoint = new BasicObjectEndpoint(
                TcpEndpoint.getInstance(at.address(), at.port(), sockets),
                UuidFactory.create(id.getMostSignificantBits(), id.getLeastSignificantBits()),
                false);
        InvocationHandler handler = new Handler(endpoint, type.getClassLoader());
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Never serialised: an object's address goes on the wire instead. */
    @SuppressWarnings("serial")
    private static final class Handler extends BasicInvocationHandler {
        private final transient ClassLoader loader;

        Handler(BasicObjectEndpoint endpoint, ClassLoader loader) {
            super(endpoint, (MethodConstraints) null);
            this.loader = loader;
        }

        @Override
        @SuppressWarnings("rawtypes") // as River declares it
        protected ObjectInputStream createMarshalInputStream(
                Object proxy, Method method, OutboundRequest request, boolean integrity, Collection context)
                throws IOException {
            return new FilteredStream(
                    request.getResponseInputStream(), loader, integrity, context, CallFilters.answers());
        }
    }
}
