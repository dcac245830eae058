package org.banip.surrogate.jini.lookup;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.rmi.Remote;
import java.util.Set;
import net.jini.core.lookup.ServiceRegistrar;
import net.jini.core.lookup.ServiceTemplate;
import net.jini.jeri.BasicInvocationHandler;
import net.jini.jeri.ObjectEndpoint;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.jini.export.FilteredLayer;

/**
 * What other JVMs may ask of a lookup service: to look up; and where it is open, to register, renew and cancel. Never to administer it, and never to
 * be called back: it does not connect to anybody. This JVM's own calls go to the object directly and may do everything.
 */
final class RegistrarLayer extends FilteredLayer {
    private static final Set<String> LOOKING =
            Set.of("lookup", "getEntryClasses", "getFieldValues", "getServiceTypes", "getLocator", "getMemberGroups");
    private static final Set<String> REGISTERING = Set.of(
            "register",
            "addAttributes",
            "modifyAttributes",
            "setAttributes",
            "cancelServiceLease",
            "renewServiceLease",
            "cancelLeases",
            "renewLeases");

    private final int openTo;

    RegistrarLayer(int openTo) {
        super(RegistrarCalls.limits(), method -> isCallable(method, openTo > 0));
        this.openTo = openTo;
    }

    private static boolean isCallable(Method method, boolean open) {
        return LOOKING.contains(method.getName()) || open && REGISTERING.contains(method.getName());
    }

    @Override
    protected Object call(Remote registrar, Method method, Object[] arguments, Call original) throws Throwable {
        if (method.getName().equals("register")) {
            Object proxy = ((com.sun.jini.start.ServiceProxyAccessor) registrar).getServiceProxy();
            int services = ((ServiceRegistrar) proxy).lookup(new ServiceTemplate(null, null, null), 0).totalMatches;
            if (services > openTo) { // the lookup service itself is one of them
                throw new BanipException(
                        ErrorCode.LIMIT_REACHED,
                        "the lookup service has " + openTo + " services, as many as are allowed");
            }
        }
        return original.proceed();
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
