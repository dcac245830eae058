package org.banip.surrogate.jini.lookup;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.core.lookup.ServiceTemplate;
import net.jini.jeri.BasicInvocationHandler;
import net.jini.jeri.ObjectEndpoint;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.jini.export.FilteredLayer;
import org.jspecify.annotations.Nullable;

/**
 * What other JVMs may ask of a lookup service: to look up; and where it is open, to register, renew and cancel; attributes come with the registration
 * and stay. Never to administer it, and never to be called back: it does not connect to anybody. This JVM's own calls go to the object directly and
 * may do everything.
 */
final class RegistrarLayer extends FilteredLayer {
    private static final Set<String> LOOKING =
            Set.of("lookup", "getEntryClasses", "getFieldValues", "getServiceTypes", "getLocator", "getMemberGroups");
    private static final Set<String> REGISTERING =
            Set.of("register", "cancelServiceLease", "renewServiceLease", "cancelLeases", "renewLeases");

    private final int openTo;
    private final ReentrantLock registering = new ReentrantLock();

    RegistrarLayer(int openTo) {
        super(RegistrarCalls.limits(), method -> isCallable(method, openTo > 0));
        this.openTo = openTo;
    }

    private static boolean isCallable(Method method, boolean open) {
        return LOOKING.contains(method.getName()) || open && REGISTERING.contains(method.getName());
    }

    @Override
    protected Object call(Remote registrar, Method method, Object[] arguments, Call original) throws Throwable {
        if (!method.getName().equals("register")) {
            return original.proceed();
        }
        registering.lock(); // nobody registers between the count and the registration
        try {
            Object proxy = ((com.sun.jini.start.ServiceProxyAccessor) registrar).getServiceProxy();
            admit((ServiceRegistrar) proxy, serviceId(arguments[0]));
            return original.proceed();
        } finally {
            registering.unlock();
        }
    }

    /** A service that is registered already takes no more room. */
    private void admit(ServiceRegistrar registrar, @Nullable ServiceID service) throws RemoteException {
        boolean known = service != null && count(registrar, service) > 0;
        if (!known && count(registrar, null) > openTo) { // the lookup service itself is one of them
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED, "the lookup service has " + openTo + " services, as many as are allowed");
        }
    }

    private static int count(ServiceRegistrar registrar, @Nullable ServiceID only) throws RemoteException {
        return registrar.lookup(new ServiceTemplate(only, null, null), 0).totalMatches;
    }

    /** Reggie's item is not public. */
    private static @Nullable ServiceID serviceId(Object item) throws ReflectiveOperationException {
        Field id = item.getClass().getDeclaredField("serviceID");
        id.setAccessible(true);
        return (ServiceID) id.get(item);
    }

    /** No constraints on methods: the transport decides. */
    @Override
    @SuppressWarnings("rawtypes") // as River declares it
    protected Class[] getExtraProxyInterfaces(Remote object) {
        return new Class[0];
    }

    @Override
    @SuppressWarnings("rawtypes") // as River declares it
    protected InvocationHandler createInvocationHandler(Class[] interfaces, Remote registrar, ObjectEndpoint endpoint) {
        return new Direct(endpoint, registrar);
    }

    /** In this JVM it calls the object; elsewhere it is a plain stub. */
    @SuppressWarnings("serial") // replaced when it is written
    private static final class Direct extends BasicInvocationHandler {
        private final transient Remote object;

        Direct(ObjectEndpoint endpoint, Remote object) {
            super(endpoint, null);
            this.object = object;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (!Remote.class.isAssignableFrom(method.getDeclaringClass())
                    || !method.getDeclaringClass().isInstance(object)) {
                return super.invoke(proxy, method, arguments);
            }
            method.setAccessible(true); // Reggie's remote interface is not public
            try {
                return method.invoke(object, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        private Object writeReplace() {
            return new BasicInvocationHandler(getObjectEndpoint(), getServerConstraints());
        }
    }
}
