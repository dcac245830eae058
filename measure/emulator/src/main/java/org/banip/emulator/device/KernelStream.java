package org.banip.emulator.device;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteOrder;
import java.time.Duration;

/**
 * A TCP or multipath TCP socket of the kernel, which the JDK's own sockets cannot be. It belongs to the network namespace of the thread that opened
 * it. Every call that waits ends after the socket's time-out. One thread, except for
 * {@link #stop}.
 */
public final class KernelStream implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final int ADDRESS = 16;
    private static final int PORT_AT = 2;
    private static final int IP_AT = 4;
    private static final int TIMEVAL = 16;
    private static final int EAGAIN = 11;
    private static final int EINPROGRESS = 115;
    private static final long MILLIS = 1000;

    private final int fd;
    private final Duration timeout;
    private final Memory buffer = new Memory(BUFFER);

    /** The transport protocol of a socket. */
    public enum Protocol {
        /** One path. */
        TCP(Linux.IPPROTO_TCP),
        /** All paths that the namespace's path manager may use (RFC 8684). */
        MPTCP(Linux.IPPROTO_MPTCP);

        private final int number;

        Protocol(int number) {
            this.number = number;
        }
    }

    private KernelStream(int fd, Duration timeout) throws IOException {
        this.fd = fd;
        this.timeout = timeout;
        try (Memory time = new Memory(TIMEVAL)) {
            time.setLong(0, timeout.toMillis() / MILLIS);
            time.setLong(Long.BYTES, timeout.toMillis() % MILLIS * MILLIS);
            Linux.setsockopt(fd, Linux.SOL_SOCKET, Linux.SO_RCVTIMEO, time, TIMEVAL);
            Linux.setsockopt(fd, Linux.SOL_SOCKET, Linux.SO_SNDTIMEO, time, TIMEVAL);
        } catch (LastErrorException e) {
            close();
            throw Linux.failed("a socket's time-out", e);
        }
    }

    private static KernelStream open(Protocol protocol, Duration timeout) throws IOException {
        try {
            return new KernelStream(Linux.socket(Linux.AF_INET, Linux.SOCK_STREAM_CLOEXEC, protocol.number), timeout);
        } catch (LastErrorException e) {
            throw Linux.failed("a socket of " + protocol, e);
        }
    }

    /** Listens on any free port of an address. */
    public static KernelStream listen(Protocol protocol, Inet4Address address, Duration timeout) throws IOException {
        KernelStream listening = open(protocol, timeout);
        try (Memory local = address(address, 0)) {
            Linux.bind(listening.fd, local, ADDRESS);
            Linux.listen(listening.fd, 1);
            return listening;
        } catch (LastErrorException e) {
            listening.close();
            throw Linux.failed("listening on " + address, e);
        }
    }

    /** Connects from an address to another one. */
    public static KernelStream connect(Protocol protocol, Inet4Address from, InetSocketAddress to, Duration timeout)
            throws IOException {
        KernelStream stream = open(protocol, timeout);
        try (Memory local = address(from, 0);
                Memory remote = address((Inet4Address) to.getAddress(), to.getPort())) {
            Linux.bind(stream.fd, local, ADDRESS);
            Linux.connect(stream.fd, remote, ADDRESS);
            return stream;
        } catch (LastErrorException e) {
            stream.close();
            throw stream.failed("connecting to " + to, e);
        }
    }

    /** A {@code sockaddr_in}. */
    private static Memory address(Inet4Address address, int port) {
        Memory memory = new Memory(ADDRESS);
        memory.clear();
        memory.setShort(0, (short) Linux.AF_INET);
        memory.setByte(PORT_AT, (byte) (port >> 8));
        memory.setByte(PORT_AT + 1, (byte) port);
        memory.write(IP_AT, address.getAddress(), 0, 4);
        return memory;
    }

    /** The port on which it listens. */
    public int port() throws IOException {
        try (Memory local = new Memory(ADDRESS);
                Memory length = new Memory(Integer.BYTES)) {
            length.setInt(0, ADDRESS);
            Linux.getsockname(fd, local, length);
            return local.getByteBuffer(0, ADDRESS).order(ByteOrder.BIG_ENDIAN).getShort(PORT_AT) & 0xFFFF;
        } catch (LastErrorException e) {
            throw Linux.failed("a socket's port", e);
        }
    }

    /** Waits for the next connection. */
    public KernelStream accept() throws IOException {
        try {
            return new KernelStream(Linux.accept4(fd, Pointer.NULL, Pointer.NULL, Linux.O_CLOEXEC), timeout);
        } catch (LastErrorException e) {
            throw failed("accepting a connection", e);
        }
    }

    /** Writes bytes, some of them at least. */
    public int write(byte[] bytes, int offset, int length) throws IOException {
        int some = Math.min(length, BUFFER);
        buffer.write(0, bytes, offset, some);
        try {
            return (int) Linux.write(fd, buffer, some);
        } catch (LastErrorException e) {
            throw failed("writing to a stream", e);
        }
    }

    /** Reads bytes that have come; 0 at the end. */
    public int read(byte[] into) throws IOException {
        try {
            int read = (int) Linux.read(fd, buffer, Math.min(into.length, BUFFER));
            buffer.read(0, into, 0, read);
            return read;
        } catch (LastErrorException e) {
            throw failed("reading from a stream", e);
        }
    }

    /** Ends the connection; calls that wait end. Any thread, before {@link #close}. */
    public void stop() {
        try {
            Linux.shutdown(fd, Linux.SHUT_RDWR);
        } catch (LastErrorException e) {
            return; // there is no connection any more
        }
    }

    private IOException failed(String what, LastErrorException e) {
        if (e.getErrorCode() != EAGAIN && e.getErrorCode() != EINPROGRESS) {
            return Linux.failed(what, e);
        }
        SocketTimeoutException late =
                new SocketTimeoutException(what + " took more than " + timeout.toMillis() + " ms");
        late.initCause(e);
        return late;
    }

    @Override
    public void close() {
        try {
            Linux.close(fd);
        } catch (LastErrorException e) {
            return; // it is closed even after an error: close(2)
        }
    }
}
