package org.banip.surrogate.jini.export;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import net.jini.io.MarshalInputStream;
import org.banip.core.text.Quoted;

/**
 * Reads the values of a remote call: only classes of a list, from this JVM's own class path whatever the sender says where they are, and no dynamic
 * proxies. One thread.
 */
final class FilteredStream extends MarshalInputStream {
    @SuppressWarnings({"rawtypes", "unchecked"}) // as River declares it
    FilteredStream(InputStream in, ClassLoader loader, boolean integrity, Collection context, CallLimits limits)
            throws IOException {
        super(limits.bounded(in), loader, integrity, loader, Collections.unmodifiableCollection(context));
        setObjectInputFilter(limits.filter());
    }

    /** Stubs do not come by the wire: addresses of objects do. */
    @Override
    @SuppressWarnings("rawtypes") // as River declares it
    protected Class resolveProxyClass(String[] interfaces) throws IOException {
        throw new InvalidClassException(
                "dynamic proxy of " + Quoted.of(Arrays.toString(interfaces)), "filter status: REJECTED");
    }
}
