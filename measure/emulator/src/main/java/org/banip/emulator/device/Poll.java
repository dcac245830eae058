package org.banip.emulator.device;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.util.List;

/** Waits for packets on several devices, for an instant, or for a wake-up. One thread uses it; any thread may call {@link #wake}. */
public final class Poll implements AutoCloseable {
    private static final int POLLFD = 8;
    private static final int EVENTS = 4;
    private static final int REVENTS = 6;
    private static final int WORD = 8;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final int count;
    private final int wakeUp;
    private final Memory fds;
    private final Memory time = new Memory(2L * WORD);
    private final Memory counter = new Memory(WORD);

    /** Creates a poll for these devices; the caller closes them. */
    public Poll(List<Tun> devices) throws IOException {
        this.count = devices.size();
        this.fds = new Memory((count + 1L) * POLLFD);
        try {
            this.wakeUp = Linux.eventfd(0, Linux.O_NONBLOCK | Linux.O_CLOEXEC);
        } catch (LastErrorException e) {
            throw Linux.failed("eventfd", e);
        }
        fds.clear();
        for (int index = 0; index <= count; index++) {
            fds.setInt((long) index * POLLFD, index < count ? devices.get(index).fd() : wakeUp);
            fds.setShort((long) index * POLLFD + EVENTS, Linux.POLLIN);
        }
    }

    /**
     * Waits until a device has a packet, the time is over, or another thread calls {@link #wake}.
     *
     * @param nanos longest wait; {@code Long.MAX_VALUE} is without limit
     */
    public void await(long nanos) throws IOException {
        Pointer timeout = Pointer.NULL;
        if (nanos < Long.MAX_VALUE) {
            time.setLong(0, Math.max(0, nanos) / NANOS_PER_SECOND);
            time.setLong(WORD, Math.max(0, nanos) % NANOS_PER_SECOND);
            timeout = time;
        }
        try {
            Linux.ppoll(fds, count + 1L, timeout, Pointer.NULL);
            if (ready(count)) {
                Linux.read(wakeUp, counter, WORD);
            }
        } catch (LastErrorException e) {
            if (e.getErrorCode() != Linux.EINTR) {
                throw Linux.failed("ppoll", e);
            }
            fds.setShort((long) count * POLLFD + REVENTS, (short) 0);
            for (int index = 0; index < count; index++) {
                fds.setShort((long) index * POLLFD + REVENTS, (short) 0);
            }
        }
    }

    /** Whether the device at this index had a packet at the end of the last wait. */
    public boolean ready(int index) {
        return fds.getShort((long) index * POLLFD + REVENTS) != 0;
    }

    /** Ends the current wait, or else the next; any thread, but not after {@link #close}. */
    public void wake() {
        try (Memory one = new Memory(WORD)) {
            one.setLong(0, 1);
            Linux.write(wakeUp, one, WORD);
        }
    }

    @Override
    public void close() {
        try {
            Linux.close(wakeUp);
        } catch (LastErrorException e) {
            return; // it is closed even after an error: close(2)
        } finally {
            fds.close();
            time.close();
            counter.close();
        }
    }
}
