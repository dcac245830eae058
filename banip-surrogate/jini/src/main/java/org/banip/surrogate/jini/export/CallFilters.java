package org.banip.surrogate.jini.export;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.EventBatch;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.remote.RemoteAnswer;
import org.banip.surrogate.jini.remote.RemoteCommands;
import org.banip.surrogate.jini.remote.RemoteDescription;
import org.banip.surrogate.jini.remote.RemoteOutcome;
import org.banip.surrogate.jini.remote.RemoteStatistics;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.remote.SubscriptionTicket;

/**
 * Which classes remote calls may carry, and how much of them. What is not in a list is refused before any of its code runs, and before memory is
 * taken for it: nobody's right has been checked yet when a call is read.
 */
public final class CallFilters {
    private static final int DEEPEST = 8;
    private static final long MOST_REFERENCES = 4096;
    /** What surrounds the arrays of a call. */
    private static final long REST = 64L << 10;
    /** The longest argument of a command. */
    private static final long LONGEST_ARGUMENT = 16L << 10;

    /** GROUP/LABEL, each character three bytes at most. */
    private static final long CHANNEL_NAMES = 3L * Reduction.MOST_CHANNELS * 2 * Channel.MAX_LABEL;

    private static final long LONGEST_OUTCOME = 1L << 20;
    private static final long STATISTICS_NUMBERS = 16L * BanDescription.MAX_GROUPS;
    private static final long MOST_THROWN = 1024;

    private static final Set<Class<?>> PLAIN =
            Set.of(Object.class, Record.class, String.class, Number.class, Long.class, java.util.UUID.class);

    /** Of which every throwable has an empty one. */
    private static final Set<String> EMPTY_LISTS = Set.of("java.util.CollSer", "java.util.Collections$EmptyList");

    private static final CallLimits TO_SURROGATES = of(
            Set.of(AccessToken.class, ObjectAddress.class, SubscriberReference.class, SubscriptionTerms.class),
            Map.of(
                    byte[].class,
                    LONGEST_ARGUMENT,
                    long[].class,
                    (long) BanDescription.MAX_GROUPS,
                    String[].class,
                    (long) Reduction.MOST_CHANNELS),
            LONGEST_ARGUMENT + CHANNEL_NAMES + REST);

    private static final CallLimits TO_SUBSCRIBERS = of(
            Set.of(EventBatch.class),
            Map.of(byte[].class, (long) EventBatch.MAX_BYTES, long[].class, (long) EventBatch.MAX_NUMBERS),
            EventBatch.MAX_BYTES + 8L * EventBatch.MAX_NUMBERS + REST);

    private static final CallLimits ANSWERS = of(
            Set.of(
                    RemoteAnswer.class,
                    RemoteCommands.class,
                    RemoteDescription.class,
                    RemoteOutcome.class,
                    RemoteStatistics.class,
                    SubscriptionTicket.class,
                    RefusedException.class,
                    java.rmi.RemoteException.class,
                    java.rmi.NoSuchObjectException.class,
                    java.io.IOException.class,
                    Exception.class,
                    Throwable.class,
                    StackTraceElement.class,
                    List.class),
            Map.of(
                    byte[].class,
                    LONGEST_OUTCOME,
                    long[].class,
                    STATISTICS_NUMBERS,
                    String[].class,
                    (long) BanDescription.MAX_GROUPS,
                    StackTraceElement[].class,
                    MOST_THROWN,
                    Object[].class,
                    MOST_THROWN),
            LONGEST_OUTCOME + REST);

    private CallFilters() {}

    /** For calls to surrogates: 16 KiB are the longest array. */
    public static CallLimits toSurrogates() {
        return TO_SURROGATES;
    }

    /** For calls to subscribers: batches of events. */
    public static CallLimits toSubscribers() {
        return TO_SUBSCRIBERS;
    }

    /** For the answers to calls of this JVM. */
    public static CallLimits answers() {
        return ANSWERS;
    }

    private static CallLimits of(Set<Class<?>> values, Map<Class<?>, Long> arrays, long bytes) {
        Set<Class<?>> all = new HashSet<>(PLAIN);
        all.addAll(values);
        all.addAll(arrays.keySet());
        Set<Class<?>> classes = Set.copyOf(all);
        return new CallLimits(
                type -> classes.contains(type) || EMPTY_LISTS.contains(type.getName()),
                type -> arrays.getOrDefault(type, 0L),
                DEEPEST,
                MOST_REFERENCES,
                bytes);
    }
}
