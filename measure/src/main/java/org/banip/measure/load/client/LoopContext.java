package org.banip.measure.load.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.interconnect.Protocol;

/** What the MBUs of one loop share. Belongs to the loop. */
final class LoopContext {
    private static final int ADDRESSES = 8;

    final LoadSpecification specification;
    final LoadBan ban;
    final byte[] payload;
    final LoadCounters counters;
    final LatencyRecord latency = new LatencyRecord();
    final Selector selector;
    final Random random;
    final FrameBuffer frames = new FrameBuffer(32 * 1024);
    LoadTimes times = LoadTimes.NONE;
    /** Whether MBUs whose connections broke wait for a word before they connect again. */
    boolean held;

    private final InetSocketAddress server;
    private final String host;

    LoopContext(LoadSpecification specification, LoadCounters counters, long seed) throws IOException {
        this.specification = specification;
        this.counters = counters;
        ban = LoadBan.of(specification.packets(), specification.payloadBytes());
        random = new Random(seed);
        payload = new byte[ban.payloadBytes()];
        new Random(1).nextBytes(payload);
        URI base = specification.base();
        server = new InetSocketAddress(InetAddress.getByName(base.getHost()), base.getPort());
        host = base.getHost() + ":" + base.getPort();
        selector = Selector.open();
    }

    /** Begins to connect an MBU, from one of several local addresses if the server is on loopback. */
    LoadConnection connect(int mbu, LoadConnection.Listener listener) throws IOException {
        InetAddress local = server.getAddress().isLoopbackAddress()
                ? InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (1 + mbu % ADDRESSES)})
                : new InetSocketAddress(0).getAddress();
        return LoadConnection.open(selector, new InetSocketAddress(local, 0), server, listener);
    }

    /** The head of a request of an MBU, without its last empty line. */
    private String head(String method, String resource, String name) {
        String who = specification.password().isEmpty()
                ? Protocol.IDENTITY_HEADER + ": " + name
                : "Authorization: Basic " + basic(name + ":" + specification.password());
        return method + " " + specification.base().getRawPath() + resource + " HTTP/1.1\r\nHost: " + host + "\r\n" + who
                + "\r\n";
    }

    private static String basic(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] registration(String name, String document) {
        return ascii(head("POST", Protocol.INTERCONNECTS, name) + "Content-Type: " + Protocol.JSON_TYPE
                + "\r\nContent-Length: " + document.length() + "\r\n\r\n" + document);
    }

    byte[] data(String surrogate, String name) {
        return ascii(head("POST", surrogate + "/" + Protocol.DATA, name) + "Content-Type: " + Protocol.FRAMES_TYPE
                + "\r\nTransfer-Encoding: chunked\r\n\r\n");
    }

    byte[] reverse(String surrogate, String name) {
        return ascii(head("GET", surrogate + "/" + Protocol.REVERSE, name) + "\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Writes the frames as one chunk (RFC 9112, section 7.1) and forgets them. */
    void writeChunk(LoadConnection connection) throws IOException {
        byte[] size = ascii(Integer.toHexString(frames.length()) + "\r\n");
        byte[] chunk = new byte[size.length + frames.length() + 2];
        System.arraycopy(size, 0, chunk, 0, size.length);
        System.arraycopy(frames.bytes(), 0, chunk, size.length, frames.length());
        chunk[chunk.length - 2] = '\r';
        chunk[chunk.length - 1] = '\n';
        frames.clear();
        connection.write(chunk, chunk.length);
    }
}
