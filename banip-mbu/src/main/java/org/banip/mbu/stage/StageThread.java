package org.banip.mbu.stage;

import java.time.Duration;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** A named daemon thread that runs one role of an MBU and reports what it dies of. */
public final class StageThread {
    /** What the thread does; ends early when interrupted. */
    @FunctionalInterface
    public interface Role {
        /** Runs until the work is done or the thread is interrupted. */
        void run() throws InterruptedException;
    }

    private final Thread thread;

    /**
     * A thread that will run {@code role}; what escapes it goes to {@code onFailure}, an {@link Error} as the cause of a {@code BanipException}
     * with the code {@code INTERNAL}.
     */
    public StageThread(String name, Role role, Consumer<RuntimeException> onFailure) {
        thread = new Thread(() -> run(role, onFailure), name);
        thread.setDaemon(true);
    }

    private static void run(Role role, Consumer<RuntimeException> onFailure) {
        try {
            role.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // told to end, and ends
        } catch (RuntimeException e) {
            onFailure.accept(e);
        } catch (Throwable e) { // for example a class that a reduced runtime lacks: nobody else would report it
            onFailure.accept(new BanipException(ErrorCode.INTERNAL, "internal error: " + e, e));
        }
    }

    /** Starts it. */
    public void start() {
        thread.start();
    }

    /** Tells it to end. */
    public void interrupt() {
        thread.interrupt();
    }

    /** Whether it is the one that calls. */
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Waits for its end; false if it did not end in time, or if it is the caller itself. */
    public boolean join(Duration timeout) throws InterruptedException {
        if (isCurrent()) {
            return false;
        }
        thread.join(Math.max(1, timeout.toMillis()));
        return !thread.isAlive();
    }
}
