package org.banip.surrogate.jini.export;

import java.io.ObjectInputFilter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.EventBatch;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.remote.RemoteDescription;
import org.banip.surrogate.jini.remote.RemoteOutcome;
import org.banip.surrogate.jini.remote.RemoteStatistics;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.remote.SubscriptionTicket;

/** Which classes remote calls may carry. What is not in a list is refused before any of its code runs. */
public final class CallFilters {
    private static final int DEEPEST = 8;
    private static final long MOST_REFERENCES = 4096;
    private static final long LONGEST_ARRAY = EventBatch.MAX_BYTES;
    /** A batch of the longest arrays, and what surrounds them. */
    private static final long MOST_BYTES = EventBatch.MAX_BYTES + 8L * EventBatch.MAX_NUMBERS + (1 << 20);

    private static final Set<Class<?>> VALUES = Set.of(
            Object.class,
            String.class,
            Number.class,
            Long.class,
            java.util.UUID.class,
            AccessToken.class,
            EventBatch.class,
            ObjectAddress.class,
            RemoteDescription.class,
            RemoteOutcome.class,
            RemoteStatistics.class,
            SubscriberReference.class,
            SubscriptionTerms.class,
            SubscriptionTicket.class,
            Record.class,
            byte[].class,
            long[].class,
            String[].class);

    private static final Set<Class<?>> THROWN = Set.of(
            RefusedException.class,
            java.rmi.RemoteException.class,
            java.rmi.NoSuchObjectException.class,
            java.io.IOException.class,
            Exception.class,
            Throwable.class,
            StackTraceElement.class,
            StackTraceElement[].class,
            Object[].class,
            List.class);

    /** Of which every throwable has an empty one. */
    private static final Set<String> EMPTY_LISTS = Set.of("java.util.CollSer", "java.util.Collections$EmptyList");

    private CallFilters() {}

    /** For calls to an object of this JVM. */
    public static ObjectInputFilter calls() {
        return of(VALUES, Set.of());
    }

    /** For the answers to calls of this JVM. */
    public static ObjectInputFilter answers() {
        Set<Class<?>> all = new HashSet<>(VALUES);
        all.addAll(THROWN);
        return of(all, EMPTY_LISTS);
    }

    private static ObjectInputFilter of(Set<Class<?>> classes, Set<String> names) {
        return info -> {
            Class<?> type = info.serialClass();
            boolean within = info.depth() <= DEEPEST
                    && info.references() <= MOST_REFERENCES
                    && info.arrayLength() <= LONGEST_ARRAY
                    && info.streamBytes() <= MOST_BYTES;
            boolean known = type == null || classes.contains(type) || names.contains(type.getName());
            return within && known ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
        };
    }
}
