package org.banip.surrogate.jini.export;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.rmi.Remote;
import java.rmi.server.ExportException;
import java.util.Collection;
import java.util.function.Predicate;
import net.jini.core.constraint.MethodConstraints;
import net.jini.jeri.BasicILFactory;
import net.jini.jeri.BasicInvocationDispatcher;
import net.jini.jeri.InboundRequest;
import net.jini.jeri.InvocationDispatcher;
import net.jini.jeri.ServerCapabilities;

/** Dispatches the calls of one exported object: what they carry passes a filter, and what they throw tells nothing of this JVM's inside. */
public class FilteredLayer extends BasicILFactory {
    private final CallLimits limits;
    private final Predicate<Method> callable;

    /**
     * A layer.
     *
     * @param limits what a call may carry
     * @param callable which methods of the object's remote interfaces other JVMs may call
     */
    public FilteredLayer(CallLimits limits, Predicate<Method> callable) {
        super(null, null, FilteredLayer.class.getClassLoader());
        this.limits = limits;
        this.callable = callable;
    }

    /** Without the others: a call to one of those is refused as one to a method that the object does not have. */
    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // as River declares it
    protected final Collection getInvocationDispatcherMethods(Remote object) throws ExportException {
        Collection<Method> all = super.getInvocationDispatcherMethods(object);
        return all.stream().filter(callable).toList();
    }

    @Override
    @SuppressWarnings("rawtypes") // as River declares it
    protected final InvocationDispatcher createInvocationDispatcher(
            Collection methods, Remote object, ServerCapabilities capabilities) throws ExportException {
        return new Dispatcher(methods, capabilities, getClassLoader(), this);
    }

    /**
     * Carries out a call that another JVM made.
     *
     * @throws Throwable what the method throws, or a refusal
     */
    protected Object call(Remote object, Method method, Object[] arguments, Call original) throws Throwable {
        return original.proceed();
    }

    /** The call itself. */
    @FunctionalInterface
    protected interface Call {
        /**
         * Calls the object's method.
         *
         * @throws Throwable what the method throws
         */
        Object proceed() throws Throwable;
    }

    @SuppressWarnings("rawtypes") // as River declares them
    private static final class Dispatcher extends BasicInvocationDispatcher {
        private final FilteredLayer layer;

        Dispatcher(Collection methods, ServerCapabilities capabilities, ClassLoader loader, FilteredLayer layer)
                throws ExportException {
            super(methods, capabilities, (MethodConstraints) null, null, loader);
            this.layer = layer;
        }

        @Override
        protected Object invoke(Remote object, Method method, Object[] arguments, Collection context) throws Throwable {
            return layer.call(object, method, arguments, () -> super.invoke(object, method, arguments, context));
        }

        @Override
        protected ObjectInputStream createMarshalInputStream(
                Object object, InboundRequest request, boolean integrity, Collection context) throws IOException {
            return new FilteredStream(
                    request.getRequestInputStream(),
                    FilteredLayer.class.getClassLoader(),
                    integrity,
                    context,
                    layer.limits);
        }

        @Override
        protected void marshalThrow(
                Remote object, Method method, Throwable thrown, ObjectOutputStream out, Collection context)
                throws IOException {
            super.marshalThrow(object, method, Refusals.of(thrown), out, context);
        }
    }
}
