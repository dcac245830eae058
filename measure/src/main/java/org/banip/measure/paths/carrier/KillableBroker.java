package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.EmulatedNetwork;
import org.banip.measure.cpi.Child;
import org.banip.measure.paths.process.BrokerProcess;
import org.banip.server.tls.TlsFiles;

/** A broker of the fixed host in a process of its own. One thread at a time. */
final class KillableBroker implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);

    private final EmulatedNetwork network;
    private final Task task;
    private final List<String> flags;
    private final String host;
    private final Optional<TlsFiles> tls;
    private final Child next;
    private Child process;
    private URI uri;

    /**
     * Starts it.
     *
     * @param flags of its JVM
     * @param host URL of the host
     * @param tls its certificate; empty for plain HTTP
     */
    KillableBroker(EmulatedNetwork network, Task task, List<String> flags, String host, Optional<TlsFiles> tls)
            throws IOException, InterruptedException {
        this.network = network;
        this.task = task;
        this.flags = flags;
        this.host = host;
        this.tls = tls;
        process = child("broker.log");
        next = child("broker-2.log");
        uri = begin(0);
    }

    private Child child(String log) throws IOException {
        return Child.start(
                network.fixed()::start,
                BrokerProcess.class,
                flags,
                task.folder().resolve(log));
    }

    private URI begin(int port) throws IOException, InterruptedException {
        JsonWriter json = new JsonWriter()
                .beginObject()
                .field("host", host)
                .field("address", network.fixed().address().getHostAddress())
                .field("port", port)
                .field("passwords", task.work().resolve("passwords").toString());
        tls.ifPresent(files -> json.field("certificate", files.certificate().toString())
                .field("privateKey", files.privateKey().orElseThrow().toString()));
        try {
            process.say(json.endObject().toString());
            return URI.create(process.await("ready", START).string("uri"));
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    /** Where MBUs connect, before and after its death. */
    URI uri() {
        return uri;
    }

    /** Kills it, and lets a new one begin on the same port, whose process waits already: the start of a JVM is not of interest. */
    void replace() throws IOException, InterruptedException {
        process.kill();
        process = next;
        uri = begin(uri.getPort());
    }

    @Override
    public void close() {
        process.close();
        next.close();
    }
}
