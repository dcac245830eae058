package org.banip.surrogate.jini.filter;

import java.io.ObjectInputFilter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.banip.core.text.Quoted;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Lets River read only the classes of a list in this JVM. Classes that a stream may name only inside {@link #trusting}: stubs and endpoints, because
 * reading one of them can make this JVM connect to where it points.
 */
public final class JvmFilter implements ObjectInputFilter {
    private static final Logger LOG = ServerLog.of(JvmFilter.class);
    private static final int LONGEST_LOGGED = 200;
    private static final AtomicLong REFUSED = new AtomicLong();
    private static final StackWalker STACK = StackWalker.getInstance();
    private static final String SELF = "org.banip.surrogate.jini.filter.JvmFilter";

    private final Predicate<JvmFilter> applies;

    private JvmFilter(Predicate<JvmFilter> applies) {
        this.applies = applies;
    }

    /** For a process of BANip's own: every stream of objects in it may hold the listed classes only. */
    public static void installForWholeJvm() {
        install(new JvmFilter(filter -> true));
    }

    /** For a process with other applications in it, a servlet container for example: what River does not read is left alone. */
    public static void installForRiver() {
        install(new JvmFilter(filter -> isRiverReading()));
    }

    private static synchronized void install(JvmFilter filter) {
        ObjectInputFilter present = ObjectInputFilter.Config.getSerialFilter();
        if (present == null) {
            ObjectInputFilter.Config.setSerialFilter(filter);
        } else if (!present.getClass().getName().equals(SELF)) {
            LOG.warn(
                    "- the filter of deserialisation that this JVM has (jdk.serialFilter) is kept; it decides alone what River reads outside"
                            + " of calls, without BANip's list: {}",
                    Quoted.line(present.toString(), LONGEST_LOGGED));
        }
    }

    private static boolean isRiverReading() {
        return STACK.walk(frames -> frames.anyMatch(frame -> isRiver(frame.getClassName())));
    }

    /**
     * Whether {@link #trusting} is among this thread's callers. By name: the filter that a JVM has stays that of the first class loader, also when
     * the caller is of another one, for example after a WAR was deployed again.
     */
    private static boolean isTrusting() {
        return STACK.walk(frames -> frames.anyMatch(frame ->
                frame.getClassName().equals(SELF) && frame.getMethodName().equals("trusting")));
    }

    /** What others registered stands in an answer as bytes, and is read from them afterwards. */
    private static boolean isUnpacking() {
        return STACK.walk(
                frames -> frames.anyMatch(frame -> frame.getClassName().equals("net.jini.io.MarshalledInstance")));
    }

    private static boolean isRiver(String name) {
        return name.startsWith("net.jini.") || name.startsWith("com.sun.jini.");
    }

    /**
     * Does something with a lookup service that the operator named: its stubs may be read. Its frame on the stack is what permits it.
     *
     * @throws Exception what it throws
     */
    public static <T> T trusting(Callable<T> work) throws Exception {
        return work.call();
    }

    @Override
    public Status checkInput(FilterInfo info) {
        if (!applies.test(this)) {
            return Status.UNDECIDED;
        }
        if (RiverClasses.allows(info, JvmFilter::isTrusting, JvmFilter::isUnpacking)) {
            return Status.ALLOWED;
        }
        long before = REFUSED.getAndIncrement();
        if (Long.bitCount(before) <= 1) { // 0, 1, 2, 4, 8 and so on
            LOG.warn(
                    "- refused to read {}, {} such refusals so far",
                    Quoted.line(String.valueOf(info.serialClass()), LONGEST_LOGGED),
                    before + 1);
        }
        return Status.REJECTED;
    }
}
