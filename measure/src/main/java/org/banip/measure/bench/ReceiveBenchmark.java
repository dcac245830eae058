package org.banip.measure.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The host's whole receive path over loopback: bytes, frames, order within the group, decoding, the store, live subscribers. An operation is
 * one packet of a request of {@value PacketRun#LENGTH}. The host answers when all are durable. Client and host share the machine.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH calls open first
public class ReceiveBenchmark {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Bytes of a packet. */
    @Param({"150", "4050"})
    public int payload;

    private PacketRun run;
    private Path folder;
    private Store store;
    private SurrogateHost host;
    private HostServer server;
    private HttpClient client;
    private URI data;

    /** JMH calls this constructor. */
    public ReceiveBenchmark() {}

    /** Starts a host with one subscriber, and registers. */
    @Setup
    public void open() throws IOException, InterruptedException {
        run = new PacketRun(payload);
        folder = Scratch.make();
        store = JdbcStore.open(folder.resolve("store.db"));
        host = SurrogateHost.builder(store).quotas(QuotaSettings.UNBOUNDED).build();
        Subscription unused = host.subscribe("benchmark", delivered -> {});
        server = HostServer.start(host, HostServerSettings.loopback());
        client = HttpClient.newHttpClient();
        data = register();
    }

    private URI register() throws IOException, InterruptedException {
        UUID session = UUID.randomUUID();
        RegistrationRequest registration = RegistrationRequest.builder(session, PacketRun.CHAIN, PacketRun.ban())
                .build();
        byte[] answer =
                post(server.baseUri().resolve(Protocol.INTERCONNECTS), Protocol.JSON_TYPE, utf8(registration.toJson()));
        return server.baseUri()
                .resolve(RegistrationAnswer.fromJson(Protocol.documentText(answer))
                                .surrogate() + "/" + Protocol.DATA);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] post(URI uri, String type, byte[] body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(
                    "the host answered " + answer.statusCode() + " " + Protocol.documentText(answer.body()));
        }
        return answer.body();
    }

    /** Stops the host and deletes its store. */
    @TearDown
    public void close() throws IOException {
        server.close();
        host.close();
        store.close();
        Scratch.delete(folder);
    }

    /** Sends packets and waits for the answer. */
    @Benchmark
    @OperationsPerInvocation(PacketRun.LENGTH)
    public int receive(PayloadCounter bytes) throws IOException, InterruptedException {
        byte[] answer = post(data, Protocol.FRAMES_TYPE, PacketRun.frames(run.next()));
        bytes.add(run);
        return answer.length;
    }
}
