package org.banip.server.executor;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes a program's own threads: daemons whose context class loader is the program's. The thread that happens to start one may run foreign code,
 * with another context class loader and with thread locals that must not be kept.
 */
public final class OwnThreads {
    private OwnThreads() {}

    /** A thread that is not started. */
    public static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(OwnThreads.class.getClassLoader());
        return thread;
    }

    /** Threads whose names are the prefix and a number from 0. */
    public static ThreadFactory numbered(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> daemon(prefix + number.getAndIncrement(), task);
    }
}
