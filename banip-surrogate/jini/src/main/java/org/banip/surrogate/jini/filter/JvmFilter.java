package org.banip.surrogate.jini.filter;

import java.io.ObjectInputFilter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Lets River read only the classes of a list in this JVM. Classes that a stream may name only inside {@link #trusting}: stubs and endpoints, because
 * reading one of them can make this JVM connect to where it points.
 */
public final class JvmFilter implements ObjectInputFilter {
    private static final Logger LOG = ServerLog.of(JvmFilter.class);
    private static final AtomicLong REFUSED = new AtomicLong();
    private static final StackWalker STACK = StackWalker.getInstance();
    private static final ThreadLocal<Boolean> TRUSTING = ThreadLocal.withInitial(() -> false);

    private final Predicate<JvmFilter> applies;

    private JvmFilter(Predicate<JvmFilter> applies) {
        this.applies = applies;
    }

    /** For a process that is BANip's own: what is not in the list is refused, whoever reads it. */
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
        } else if (!present.getClass().getName().equals(JvmFilter.class.getName())) {
            LOG.info("- the operator's own filter of deserialisation is kept: {}", present);
        }
    }

    private static boolean isRiverReading() {
        return STACK.walk(frames -> frames.anyMatch(frame -> isRiver(frame.getClassName())));
    }

    private static boolean isRiver(String name) {
        return name.startsWith("net.jini.") || name.startsWith("com.sun.jini.");
    }

    /**
     * Does something with a lookup service that the operator named: its stubs may be read.
     *
     * @throws Exception what it throws
     */
    public static <T> T trusting(Callable<T> work) throws Exception {
        boolean before = TRUSTING.get();
        TRUSTING.set(true);
        try {
            return work.call();
        } finally {
            TRUSTING.set(before);
        }
    }

    @Override
    public Status checkInput(FilterInfo info) {
        if (!applies.test(this)) {
            return Status.UNDECIDED;
        }
        if (RiverClasses.allows(info, TRUSTING.get())) {
            return Status.ALLOWED;
        }
        long before = REFUSED.getAndIncrement();
        if (Long.bitCount(before) <= 1) { // 0, 1, 2, 4, 8 and so on
            LOG.warn("- refused to read {}, {} such refusals so far", info.serialClass(), before + 1);
        }
        return Status.REJECTED;
    }
}
