package org.banip.mbu.stage;

import java.time.Duration;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** A named daemon thread that runs one role of an MBU and reports why it failed. */
public final class StageThread {
    /** The work of the thread. It ends early when interrupted. */
    @FunctionalInterface
    public interface Role {
        /** Runs until the work is done or the thread is interrupted. */
        void run() throws InterruptedException;
    }

    private final Thread thread;

    /**
     * A thread that will run {@code role}. An exception that the role throws goes to {@code onFailure}. An {@link Error} goes there as the cause
     * of a {@code BanipException} with the code {@code INTERNAL}.
     */
    public StageThread(String name, Role role, Consumer<RuntimeException> onFailure) {
        thread = new Thread(() -> run(role, onFailure), name);
        thread.setDaemon(true);
    }

    private static void run(Role role, Consumer<RuntimeException> onFailure) {
        try {
            role.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it was interrupted, and ends
        } catch (RuntimeException e) {
            onFailure.accept(e);
        } catch (Throwable e) { // for example a class that a reduced runtime lacks; nothing else would report it
            onFailure.accept(new BanipException(ErrorCode.INTERNAL, "the MBU failed; its log has the cause", e));
        }
    }

    /** Starts it. */
    public void start() {
        thread.start();
    }

    /** Interrupts it. */
    public void interrupt() {
        thread.interrupt();
    }

    /** Whether this thread is the current one. */
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Whether it is inside a name look-up that hangs, so that it cannot be told to end. */
    public boolean hangs() {
        return NameLookups.hangs(thread);
    }

    /** Waits for its end. Returns false if it did not end in time, or if it is the current thread. */
    public boolean join(Duration timeout) throws InterruptedException {
        if (isCurrent()) {
            return false;
        }
        thread.join(Math.max(1, timeout.toMillis()));
        return !thread.isAlive();
    }
}
