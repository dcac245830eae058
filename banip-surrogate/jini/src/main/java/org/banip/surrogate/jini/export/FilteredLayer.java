package org.banip.surrogate.jini.export;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.rmi.Remote;
import java.rmi.server.ExportException;
import java.util.Collection;
import net.jini.core.constraint.MethodConstraints;
import net.jini.jeri.BasicILFactory;
import net.jini.jeri.BasicInvocationDispatcher;
import net.jini.jeri.InboundRequest;
import net.jini.jeri.InvocationDispatcher;
import net.jini.jeri.ServerCapabilities;

/** Dispatches the calls of one exported object: what they carry passes a filter, and what they throw tells nothing of this JVM's inside. */
final class FilteredLayer extends BasicILFactory {
    private final ObjectInputFilter filter;

    FilteredLayer(ObjectInputFilter filter) {
        super(null, null, FilteredLayer.class.getClassLoader());
        this.filter = filter;
    }

    @Override
    @SuppressWarnings("rawtypes") // as River declares it
    protected InvocationDispatcher createInvocationDispatcher(
            Collection methods, Remote object, ServerCapabilities capabilities) throws ExportException {
        return new Dispatcher(methods, capabilities, getClassLoader(), filter);
    }

    @SuppressWarnings("rawtypes") // as River declares them
    private static final class Dispatcher extends BasicInvocationDispatcher {
        private final ObjectInputFilter filter;

        Dispatcher(Collection methods, ServerCapabilities capabilities, ClassLoader loader, ObjectInputFilter filter)
                throws ExportException {
            super(methods, capabilities, (MethodConstraints) null, null, loader);
            this.filter = filter;
        }

        @Override
        protected ObjectInputStream createMarshalInputStream(
                Object object, InboundRequest request, boolean integrity, Collection context) throws IOException {
            return new FilteredStream(
                    request.getRequestInputStream(), FilteredLayer.class.getClassLoader(), integrity, context, filter);
        }

        @Override
        protected void marshalThrow(
                Remote object, Method method, Throwable thrown, ObjectOutputStream out, Collection context)
                throws IOException {
            super.marshalThrow(object, method, Refusals.of(thrown), out, context);
        }
    }
}
