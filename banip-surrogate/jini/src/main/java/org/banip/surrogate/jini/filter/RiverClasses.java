package org.banip.surrogate.jini.filter;

import java.io.ObjectInputFilter.FilterInfo;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The classes that talking with a lookup service takes, by name: some are not public. */
final class RiverClasses {
    private static final int DEEPEST = 24;
    private static final long MOST_REFERENCES = 4_000_000;
    private static final long MOST_BYTES = 256L << 20;
    /** A service or an attribute, marshalled. */
    private static final long LONGEST_BYTES = 64 << 10;
    /** Attributes of a service, fields of an attribute. */
    private static final long LONGEST_ARRAY = 1024;
    /** The list of the services that were found. */
    private static final long LONGEST_LIST = 1 << 17;
    /** How deep that list is in an answer. */
    private static final int DEPTH_OF_LIST = 2;

    private static final String REGGIE = "com.sun.jini.reggie.";

    /** Surrogates and their attributes, and how Reggie carries them. */
    private static final Set<String> VALUES = Set.of(
            "java.lang.Boolean",
            "java.lang.Enum",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Number",
            "java.lang.Object",
            "java.lang.Record",
            "java.lang.String",
            "java.util.ArrayList",
            "java.util.UUID",
            "java.util.logging.Level", // River makes its log levels by reading them
            "com.sun.jini.logging.Levels$LevelData",
            "net.jini.core.entry.Entry",
            "net.jini.core.lookup.ServiceID",
            "net.jini.entry.AbstractEntry",
            "java.rmi.MarshalledObject", // bytes
            "net.jini.id.Uuid",
            "net.jini.id.UuidFactory$Impl",
            "net.jini.io.MarshalledObject",
            "net.jini.io.MarshalledInstance",
            "net.jini.lookup.entry.ServiceInfo",
            "com.sun.jini.lookup.entry.BasicServiceType",
            "net.jini.lookup.entry.ServiceType",
            "com.sun.jini.proxy.MarshalledWrapper",
            REGGIE + "EntryClass",
            REGGIE + "EntryClassBase",
            REGGIE + "EntryRep",
            REGGIE + "Item",
            REGGIE + "Matches",
            REGGIE + "RenewResults",
            REGGIE + "ServiceType",
            REGGIE + "ServiceTypeBase",
            REGGIE + "Template",
            "org.banip.surrogate.jini.attribute.Ban",
            "org.banip.surrogate.jini.attribute.HostAddress",
            "org.banip.surrogate.jini.attribute.RegistrationLease",
            "org.banip.surrogate.jini.attribute.Sensors",
            "org.banip.surrogate.jini.remote.ObjectAddress",
            "org.banip.surrogate.jini.service.EndedSession",
            "org.banip.surrogate.jini.service.HostAtUrl",
            "org.banip.surrogate.jini.service.SurrogateProxy");

    private static final Set<String> THROWN = Set.of(
            "java.io.IOException",
            "java.lang.Exception",
            "java.lang.StackTraceElement",
            "java.lang.Throwable",
            "java.rmi.NoSuchObjectException",
            "java.rmi.RemoteException",
            "java.util.CollSer",
            "java.util.Collections$EmptyList",
            "java.util.List",
            "net.jini.core.lease.LeaseException",
            "net.jini.core.lease.UnknownLeaseException",
            "org.banip.surrogate.jini.remote.RefusedException");

    /** The lookup service itself, its leases and registrations. */
    private static final Set<String> STUBS = Set.of(
            "com.sun.jini.lease.AbstractLease",
            REGGIE + "Registrar",
            REGGIE + "RegistrarLease",
            REGGIE + "RegistrarProxy",
            REGGIE + "Registration",
            REGGIE + "ServiceLease",
            "java.lang.reflect.Proxy",
            "java.rmi.Remote",
            "net.jini.core.discovery.LookupLocator",
            "net.jini.core.constraint.RemoteMethodControl",
            "net.jini.jeri.BasicInvocationHandler",
            "net.jini.jeri.BasicObjectEndpoint",
            "net.jini.jeri.tcp.TcpEndpoint",
            "net.jini.security.proxytrust.TrustEquivalence",
            "net.jini.admin.Administrable",
            "net.jini.admin.JoinAdmin",
            "net.jini.lookup.DiscoveryAdmin",
            "com.sun.jini.admin.DestroyAdmin",
            "com.sun.jini.start.ServiceProxyAccessor",
            "org.banip.surrogate.jini.transport.ReceiversSockets");

    private static final Set<String> WITHOUT_STUBS =
            Stream.of(VALUES, THROWN).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());

    private RiverClasses() {}

    /**
     * Whether a stream may go on.
     *
     * @param stubs whether stubs may be read now
     * @param unpacking whether what a registrant marshalled is being read; asked only for a long array
     */
    static boolean allows(FilterInfo info, BooleanSupplier stubs, BooleanSupplier unpacking) {
        boolean within =
                info.depth() <= DEEPEST && info.references() <= MOST_REFERENCES && info.streamBytes() <= MOST_BYTES;
        Class<?> type = info.serialClass();
        if (type == null || !within) {
            return within;
        }
        if (type.isArray()) {
            return hasRoom(type, info, unpacking) && allows(type.getComponentType(), stubs);
        }
        return allows(type, stubs);
    }

    /** An array is allocated before its elements are read. */
    private static boolean hasRoom(Class<?> array, FilterInfo info, BooleanSupplier unpacking) {
        long length = info.arrayLength();
        if (array == byte[].class) {
            return length <= LONGEST_BYTES;
        }
        boolean isList = array == Object[].class && info.depth() <= DEPTH_OF_LIST;
        return length <= LONGEST_ARRAY || isList && length <= LONGEST_LIST && !unpacking.getAsBoolean();
    }

    /** River nests no arrays. */
    private static boolean allows(Class<?> type, BooleanSupplier stubs) {
        return type.isPrimitive()
                || WITHOUT_STUBS.contains(type.getName())
                || (STUBS.contains(type.getName()) || java.lang.reflect.Proxy.isProxyClass(type))
                        && stubs.getAsBoolean();
    }
}
