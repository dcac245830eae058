package org.banip.surrogate.jini.registration;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import javax.net.SocketFactory;
import net.jini.core.lease.Lease;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.id.Uuid;
import net.jini.jeri.BasicInvocationHandler;
import net.jini.jeri.BasicObjectEndpoint;
import net.jini.jeri.tcp.TcpEndpoint;

/**
 * Gives the stub of a lookup service, and those inside its leases, connections of this JVM's choice instead of those that they came with. So their
 * calls can be broken off. Reggie's own classes are not public; they are used by name.
 */
final class RegistrarOverSockets {
    private static final String REGGIE = "com.sun.jini.reggie.";

    private RegistrarOverSockets() {}

    /**
     * The same lookup service over other sockets.
     *
     * @throws IOException if it is no Reggie over plain JERI
     */
    static ServiceRegistrar of(ServiceRegistrar found, SocketFactory through) throws IOException {
        try {
            Object stub = over(value(found, "server"), through);
            Method make = maker(found.getClass(), registrar(found), ServiceID.class);
            return (ServiceRegistrar) make.invoke(null, stub, found.getServiceID());
        } catch (ReflectiveOperationException e) {
            throw new IOException(
                    "the lookup service is no Reggie: " + found.getClass().getName(), e);
        }
    }

    private static Object over(Object stub, SocketFactory through) throws IOException {
        if (Proxy.isProxyClass(stub.getClass())
                && Proxy.getInvocationHandler(stub) instanceof BasicInvocationHandler handler
                && handler.getObjectEndpoint() instanceof BasicObjectEndpoint at
                && at.getEndpoint() instanceof TcpEndpoint tcp) {
            BasicObjectEndpoint endpoint = new BasicObjectEndpoint(
                    TcpEndpoint.getInstance(tcp.getHost(), tcp.getPort(), through), at.getObjectIdentifier(), false);
            return Proxy.newProxyInstance(
                    stub.getClass().getClassLoader(),
                    stub.getClass().getInterfaces(),
                    new BasicInvocationHandler(endpoint, handler.getServerConstraints()));
        }
        throw new IOException("the stub of the lookup service is none of JERI over TCP");
    }

    /**
     * The same lease over the sockets of the lookup service that granted it.
     *
     * @throws IOException if it is none of Reggie's
     */
    static Lease lease(ServiceRegistrar by, Lease granted) throws IOException {
        try {
            Method make =
                    maker(granted.getClass(), registrar(by), ServiceID.class, ServiceID.class, Uuid.class, long.class);
            return (Lease) make.invoke(
                    null,
                    value(by, "server"),
                    by.getServiceID(),
                    value(granted, "serviceID"),
                    value(granted, "leaseID"),
                    granted.getExpiration());
        } catch (ReflectiveOperationException e) {
            throw new IOException(
                    "the lease is none of Reggie's: " + granted.getClass().getName(), e);
        }
    }

    private static Class<?> registrar(ServiceRegistrar of) throws ClassNotFoundException {
        return Class.forName(REGGIE + "Registrar", false, of.getClass().getClassLoader());
    }

    private static Method maker(Class<?> type, Class<?>... parameters) throws NoSuchMethodException {
        Method make = type.getDeclaredMethod("getInstance", parameters);
        make.setAccessible(true);
        return make;
    }

    private static Object value(Object of, String name) throws NoSuchFieldException, IllegalAccessException {
        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field.get(of);
                }
            }
        }
        throw new NoSuchFieldException(name);
    }
}
