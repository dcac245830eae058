package org.banip.wsb.relay;

import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The threads of the connections to the surrogate hosts: daemons. It waits for them when it stops. Any thread. */
final class HostThreads extends QueuedThreadPool {
    /** How the names of the threads begin. */
    static final String NAME = "banip-wsb-host";

    private static final int MAX_THREADS = 64;

    private final AwaitedThreads threads = new AwaitedThreads();

    HostThreads() {
        super(MAX_THREADS);
        setName(NAME);
        setDaemon(true);
    }

    @Override
    public Thread newThread(Runnable task) {
        return threads.remember(super.newThread(task));
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        threads.await();
    }
}
