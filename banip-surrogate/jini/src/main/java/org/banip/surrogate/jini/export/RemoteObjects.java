package org.banip.surrogate.jini.export;

import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.server.ExportException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import net.jini.id.Uuid;
import net.jini.id.UuidFactory;
import net.jini.jeri.BasicInvocationHandler;
import net.jini.jeri.BasicJeriExporter;
import net.jini.jeri.BasicObjectEndpoint;
import net.jini.jeri.tcp.TcpEndpoint;
import net.jini.jeri.tcp.TcpServerEndpoint;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RemoteSubscriber;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.transport.ListeningSockets;
import org.banip.surrogate.jini.transport.RefusedConnections;
import org.banip.surrogate.jini.transport.Transport;

/** The objects of this JVM that other JVMs may call, all on one port. Any thread. */
public final class RemoteObjects implements AutoCloseable {
    private final Transport transport;
    private final ListeningSockets sockets;
    private final BoundedCalls endpoint;
    private final Map<UUID, Exported> exported = new ConcurrentHashMap<>();
    private final int port;

    /** Holds the object as well: JERI itself does not keep it from being collected. */
    private record Exported(Remote object, BasicJeriExporter exporter) {}

    /** Keeps the port open while nothing else is exported. */
    private static final class Nothing implements Remote {}

    private RemoteObjects(Transport transport) throws ExportException {
        this.transport = transport;
        sockets = transport.server();
        endpoint = BoundedCalls.of(TcpServerEndpoint.getInstance(transport.address(), 0, null, sockets), transport);
        port = export(new Nothing(), UUID.randomUUID(), CallFilters.toSurrogates());
    }

    /**
     * Begins to listen on a free port of the transport's address.
     *
     * @throws ExportException if it cannot listen there
     */
    public static RemoteObjects listen(Transport transport) throws ExportException {
        return new RemoteObjects(transport);
    }

    /** The port on which all objects are called. */
    public int port() {
        return port;
    }

    /** Makes a surrogate callable; returns where it is, until {@link #unexport}. */
    public ObjectAddress export(RemoteSurrogate surrogate) throws ExportException {
        return export(surrogate, CallFilters.toSurrogates());
    }

    /** Makes a subscriber callable; returns where it is, until {@link #unexport}. */
    public ObjectAddress export(RemoteSubscriber subscriber) throws ExportException {
        return export(subscriber, CallFilters.toSubscribers());
    }

    /** Makes an object callable by calls within these limits; returns where it is, until {@link #unexport}. */
    ObjectAddress export(Remote object, CallLimits limits) throws ExportException {
        UUID id = UUID.randomUUID();
        export(object, id, limits);
        return new ObjectAddress(transport.address(), port, id);
    }

    private int export(Remote object, UUID id, CallLimits limits) throws ExportException {
        Uuid number = UuidFactory.create(id.getMostSignificantBits(), id.getLeastSignificantBits());
        BasicJeriExporter exporter =
                new BasicJeriExporter(endpoint, new FilteredLayer(limits, method -> true), false, false, number);
        exported.put(id, new Exported(object, exporter));
        try {
            BasicInvocationHandler handler =
                    (BasicInvocationHandler) Proxy.getInvocationHandler(exporter.export(object));
            BasicObjectEndpoint at = (BasicObjectEndpoint) handler.getObjectEndpoint();
            return ((TcpEndpoint) at.getEndpoint()).getPort();
        } catch (ExportException | RuntimeException e) {
            exported.remove(id);
            throw e;
        }
    }

    /** Ends it; a call that runs may go on. Does nothing if it has ended already. */
    public void unexport(ObjectAddress at) {
        Exported ended = exported.remove(at.object());
        if (ended != null) {
            ended.exporter().unexport(true);
        }
    }

    /**
     * A stub of an object in another JVM. Its calls connect when they need to, and have no time-out; interrupting the thread ends a call.
     *
     * @param type a remote interface whose values are BANip's own
     */
    public <T extends Remote> T stub(Class<T> type, ObjectAddress at) {
        return Stubs.of(type, at, transport.client());
    }

    /** The connections to these objects that were refused. */
    public RefusedConnections refused() {
        return sockets.refused();
    }

    /** Ends all objects, stops listening and closes all connections. */
    @Override
    public void close() {
        exported.values().forEach(each -> each.exporter().unexport(true));
        exported.clear();
        sockets.close();
    }
}
