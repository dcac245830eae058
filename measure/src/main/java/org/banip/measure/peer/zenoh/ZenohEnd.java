package org.banip.measure.peer.zenoh;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Python process of one end, and the messages to and from it. A thread of its own reads them; any thread may write. */
final class ZenohEnd implements AutoCloseable {
    /** The program that runs it. */
    static final String PYTHON = "python3";

    private static final Logger LOG = LoggerFactory.getLogger(ZenohEnd.class);
    private static final String SCRIPT = "zenoh_end.py";
    /** In the order of the script's numbers. */
    private static final List<Kind> KINDS = List.of(Kind.values());

    private static final Duration END = Duration.ofSeconds(5);

    private final Process process;
    private final DataOutputStream out;
    private final Messages messages;
    private final Thread reader;

    /** Kinds of message, as in the script. */
    enum Kind {
        /** The other end is not there, or not any more. */
        UNMATCHED,
        /** The other end is there; at the fixed end: it listens. */
        MATCHED,
        /** Tells what is durable. */
        ACKNOWLEDGEMENT,
        /** A packet. */
        PACKET
    }

    /** Takes messages from the process, one after the other. */
    interface Messages {
        /** Takes a message. */
        void take(Kind kind, byte[] body);

        /** The process has ended. */
        void ended();
    }

    private ZenohEnd(Process process, Messages messages) {
        this.process = process;
        this.messages = messages;
        out = new DataOutputStream(process.getOutputStream());
        reader = new Thread(this::read, "banip-peer-zenoh-reader");
        reader.setDaemon(true);
    }

    /**
     * Starts the process.
     *
     * @param role what the script does: {@code send} or {@code store}
     * @param address to which it connects, or at which it listens
     */
    static ZenohEnd start(String role, InetSocketAddress address, Messages messages) throws IOException {
        String endpoint = "tcp/" + address.getHostString() + ":" + address.getPort();
        Process process = new ProcessBuilder(PYTHON, "-c", script(), role, endpoint)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ZenohEnd end = new ZenohEnd(process, messages);
        end.reader.start();
        return end;
    }

    private static String script() throws IOException {
        try (InputStream in = ZenohEnd.class.getResourceAsStream(SCRIPT)) {
            if (in == null) {
                throw new IOException("there is no " + SCRIPT + " beside " + ZenohEnd.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void read() {
        try (DataInputStream in = new DataInputStream(process.getInputStream())) {
            while (true) {
                byte[] body = new byte[in.readInt() - 1];
                Kind kind = KINDS.get(in.readUnsignedByte());
                in.readFully(body);
                messages.take(kind, body);
            }
        } catch (EOFException e) {
            LOG.debug("Zenoh: the process has ended");
        } catch (IOException e) {
            LOG.info("Zenoh: {}", e.toString());
        } finally {
            messages.ended();
        }
    }

    /** Writes a message to the process; waits while it is blocked. */
    void write(Kind kind, byte[] body) throws IOException {
        synchronized (out) {
            out.writeInt(body.length + 1);
            out.writeByte(KINDS.indexOf(kind));
            out.write(body);
            out.flush();
        }
    }

    /** Its processor time so far. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
            reader.join();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
