package org.banip.surrogate.jini.lookup;

import java.io.ObjectInputFilter;
import java.util.Set;

/** Which classes a call to a lookup service may carry. Services stay marshalled: they are bytes here. */
final class RegistrarCalls {
    private static final int DEEPEST = 16;
    private static final long MOST_REFERENCES = 20_000;
    private static final long MOST_BYTES = 1 << 20;
    private static final String REGGIE = "com.sun.jini.reggie.";

    private static final Set<String> ALLOWED = Set.of(
            "com.sun.jini.proxy.MarshalledWrapper",
            "java.lang.Boolean",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Number",
            "java.lang.Object",
            "java.lang.String",
            "net.jini.core.lookup.ServiceID",
            "net.jini.id.Uuid",
            "net.jini.id.UuidFactory$Impl",
            "net.jini.io.MarshalledInstance",
            REGGIE + "EntryClass",
            REGGIE + "EntryRep",
            REGGIE + "Item",
            REGGIE + "ServiceType",
            REGGIE + "Template");

    private RegistrarCalls() {}

    static ObjectInputFilter filter() {
        return info -> {
            Class<?> type = info.serialClass();
            while (type != null && type.isArray()) {
                type = type.getComponentType();
            }
            boolean within = info.depth() <= DEEPEST
                    && info.references() <= MOST_REFERENCES
                    && info.arrayLength() <= MOST_BYTES
                    && info.streamBytes() <= MOST_BYTES;
            boolean known = type == null || type.isPrimitive() || ALLOWED.contains(type.getName());
            return within && known ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
        };
    }
}
