package org.banip.mbu.testhost;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Relays TCP connections to a host and flips single bits in both directions: in heads, chunk sizes, frames, answers. It can spare the bodies of
 * registrations, for a host that does not check their digests: such a host could not detect a damaged description.
 */
public final class DamagingRelay implements AutoCloseable {
    private static final Pattern REGISTRATION = Pattern.compile(
            "(?si)^POST [^\\r\\n]*/interconnects HTTP/1.1\\r\\n.*?content-length: ([0-9]+)\\r\\n.*?\\r\\n\\r\\n");

    private final URI host;
    private final ServerSocket server = new ServerSocket();
    private final Map<Socket, Boolean> sockets = new ConcurrentHashMap<>();
    private final AtomicInteger flips = new AtomicInteger();
    private final IntPredicate flipsIn;
    private final boolean sparesRegistrations;

    /** A relay that spares the bodies of registrations. */
    public DamagingRelay(URI host, IntPredicate flipsIn) throws IOException {
        this(host, flipsIn, true);
    }

    /**
     * A relay on a free port of the loopback.
     *
     * @param flipsIn gets the number of bytes in each piece, and returns whether one of them is damaged; one call at a time
     * @param sparesRegistrations whether bodies of registrations are not damaged
     */
    public DamagingRelay(URI host, IntPredicate flipsIn, boolean sparesRegistrations) throws IOException {
        this.sparesRegistrations = sparesRegistrations;
        this.host = host;
        this.flipsIn = flipsIn;
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        daemon("damaging-relay", this::accept);
    }

    /** The broker URL for the MBU. */
    public URI base() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + host.getPath());
    }

    /** The number of flipped bits. */
    public int flips() {
        return flips.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), host.getPort());
                sockets.put(client, true);
                sockets.put(upstream, true);
                client.setTcpNoDelay(true);
                upstream.setTcpNoDelay(true);
                daemon("damaging-relay-up", () -> pump(client, upstream));
                daemon("damaging-relay-down", () -> pump(upstream, client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] bytes = new byte[2048];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int count = in.read(bytes);
            int spared = 0; // bytes of a registration's body that follow
            while (count >= 0) {
                int bodyAt = spared > 0 ? 0 : count;
                Matcher head = REGISTRATION.matcher(new String(bytes, 0, count, StandardCharsets.ISO_8859_1));
                if (sparesRegistrations && head.find()) {
                    spared = Integer.parseInt(head.group(1));
                    bodyAt = head.end();
                }
                spared = Math.max(0, spared - (count - bodyAt));
                damage(bytes, bodyAt);
                out.write(bytes, 0, count);
                count = in.read(bytes);
            }
        } catch (IOException e) {
            // one side closed the connection: both are closed
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private synchronized void damage(byte[] bytes, int most) {
        if (most > 0 && flipsIn.test(most)) {
            int at = (int) (Integer.toUnsignedLong(flips.incrementAndGet() * 0x9E3779B9) % most);
            bytes[at] ^= (byte) (1 << (at + flips.get()) % 8);
        }
    }

    private static void daemon(String name, Runnable role) {
        Thread thread = new Thread(role, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets.keySet()) {
            socket.close();
        }
    }
}
