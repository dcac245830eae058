package org.banip.surrogate.jini.lookup;

import java.util.Set;
import org.banip.surrogate.jini.export.CallLimits;

/** Which classes a call to a lookup service may carry. Services stay marshalled: they are bytes here. */
final class RegistrarCalls {
    private static final int DEEPEST = 16;
    private static final long MOST_REFERENCES = 20_000;
    /** Most of a registration. An open lookup service keeps as many as it is set to. */
    private static final long MOST_BYTES = 32 << 10;
    /** A service, an attribute: marshalled. */
    private static final long LONGEST_BYTES = MOST_BYTES;
    /** Attributes of a service, fields of an attribute, leases. */
    private static final long LONGEST_ARRAY = 512;

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

    static CallLimits limits() {
        return new CallLimits(RegistrarCalls::isAllowed, RegistrarCalls::longest, DEEPEST, MOST_REFERENCES, MOST_BYTES);
    }

    /** Reggie nests no arrays. */
    private static boolean isAllowed(Class<?> type) {
        Class<?> plain = type.isArray() ? type.getComponentType() : type;
        return plain.isPrimitive() || ALLOWED.contains(plain.getName());
    }

    private static long longest(Class<?> array) {
        return array == byte[].class ? LONGEST_BYTES : LONGEST_ARRAY;
    }
}
