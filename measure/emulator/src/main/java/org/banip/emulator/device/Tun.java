package org.banip.emulator.device;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A TUN device. Packets that the kernel routes to it are read here; packets written here arrive from it. Closing removes it. */
public final class Tun implements AutoCloseable {
    private static final long TUNSETIFF = 0x400454caL;
    private static final int IFREQ = 40;
    private static final int IFREQ_FLAGS = 16;
    private static final int MAX_NAME = 15;
    private static final short IFF_TUN = 1;

    /** No protocol header before each packet. */
    private static final short IFF_NO_PI = 0x1000;

    private static final int MAX_PACKET = 65_535;

    private final int fd;
    private final Memory incoming = new Memory(MAX_PACKET);
    private final Memory outgoing = new Memory(MAX_PACKET);

    private Tun(int fd) {
        this.fd = fd;
    }

    /** Creates a device in the network namespace of the calling thread. */
    public static Tun open(String name) throws IOException {
        if (name.length() > MAX_NAME) {
            throw new IllegalArgumentException("device name '" + name + "' is longer than " + MAX_NAME);
        }
        try {
            int fd = Linux.open("/dev/net/tun", Linux.O_RDWR | Linux.O_NONBLOCK | Linux.O_CLOEXEC);
            try (Memory request = new Memory(IFREQ)) {
                request.clear();
                request.write(0, name.getBytes(StandardCharsets.US_ASCII), 0, name.length());
                request.setShort(IFREQ_FLAGS, (short) (IFF_TUN | IFF_NO_PI));
                Linux.ioctl(fd, TUNSETIFF, request);
            } catch (LastErrorException e) {
                Linux.close(fd);
                throw e;
            }
            return new Tun(fd);
        } catch (LastErrorException e) {
            throw Linux.failed("TUN device " + name, e);
        }
    }

    int fd() {
        return fd;
    }

    /** Reads the next packet; only after {@link Poll} has reported one. */
    public byte[] read() throws IOException {
        try {
            long length = Linux.read(fd, incoming, MAX_PACKET);
            return incoming.getByteArray(0, (int) length);
        } catch (LastErrorException e) {
            throw Linux.failed("reading from a TUN device", e);
        }
    }

    /** Delivers a packet. */
    public void write(byte[] packet) throws IOException {
        try {
            outgoing.write(0, packet, 0, packet.length);
            Linux.write(fd, outgoing, packet.length);
        } catch (LastErrorException e) {
            throw Linux.failed("writing a packet of " + packet.length + " bytes to a TUN device", e);
        }
    }

    @Override
    public void close() {
        try {
            Linux.close(fd);
        } catch (LastErrorException e) {
            return; // it is closed even after an error: close(2)
        } finally {
            incoming.close();
            outgoing.close();
        }
    }
}
