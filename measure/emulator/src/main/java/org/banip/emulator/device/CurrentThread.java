package org.banip.emulator.device;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import java.io.IOException;
import java.nio.file.Path;

/** Kernel settings of the calling thread; not for virtual threads. */
public final class CurrentThread {
    private static final int PRIORITY = 10;

    private CurrentThread() {}

    /**
     * Moves the thread into a network namespace, to which sockets and devices that it opens from now on belong. It cannot move back.
     */
    public static void enter(Path networkNamespace) throws IOException {
        try {
            int fd = Linux.open(networkNamespace.toString(), Linux.O_CLOEXEC);
            try {
                Linux.setns(fd, Linux.CLONE_NEWNET);
            } finally {
                Linux.close(fd);
            }
        } catch (LastErrorException e) {
            throw Linux.failed("entering network namespace " + networkNamespace, e);
        }
    }

    /**
     * Gives the thread real-time priority (SCHED_FIFO).
     *
     * @return whether that is permitted
     */
    public static boolean tryRealTime() {
        try (Memory priority = new Memory(Integer.BYTES)) {
            priority.setInt(0, PRIORITY);
            Linux.sched_setscheduler(0, Linux.SCHED_FIFO, priority);
            return true;
        } catch (LastErrorException e) {
            return false;
        }
    }
}
