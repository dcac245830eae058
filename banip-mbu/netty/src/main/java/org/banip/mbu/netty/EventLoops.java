package org.banip.mbu.netty;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The threads that all uplinks of the process share. They start with the first lease and end with the last one. Guarded by the class. */
final class EventLoops {
    private static final int MAX_THREADS = 2;
    /** So long a thread goes on when it has no task left: the last task may open a connection, which a later one must close. */
    private static final long QUIET_MILLIS = 20;

    private static final long LONGEST_END_MILLIS = 5000;

    private static @Nullable EventLoopGroup shared;
    private static int leases;

    private EventLoops() {}

    /** Takes part in the threads; {@link #release} must follow. */
    static synchronized EventLoopGroup lease() {
        EventLoopGroup group = shared;
        if (group == null) {
            int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
            group = new MultiThreadIoEventLoopGroup(
                    threads, new DefaultThreadFactory("banip-netty", true), NetworkSockets.ioHandlers());
            shared = group;
        }
        leases++;
        return group;
    }

    /** Gives a lease back. The last one ends the threads. */
    static synchronized void release() {
        leases--;
        EventLoopGroup group = shared;
        if (leases == 0 && group != null) {
            Future<?> unusedEnd = group.shutdownGracefully(QUIET_MILLIS, LONGEST_END_MILLIS, TimeUnit.MILLISECONDS);
            shared = null;
        }
    }
}
