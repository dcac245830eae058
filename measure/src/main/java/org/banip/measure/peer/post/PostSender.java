package org.banip.measure.peer.post;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.ReconnectDelay;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketJson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts packets from a few threads; each packet is repeated until it is acknowledged. */
final class PostSender implements PeerClient {
    private static final Logger LOG = LoggerFactory.getLogger(PostSender.class);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(15);
    private static final int SUCCESS = 2;
    private static final int CLASS = 100;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final URI server;
    private final PacketJson json;
    private final Compression compression;
    private final SendQueue queue;
    private final AtomicLong breaks = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closing;

    PostSender(InetSocketAddress server, List<SensorGroup> groups, Compression compression, SendQueue queue) {
        this.server = URI.create("http://" + server.getHostString() + ":" + server.getPort() + PostPeer.PATH);
        this.compression = compression;
        this.queue = queue;
        json = new PacketJson(groups);
        for (int number = 0; number < queue.mostInFlight(); number++) {
            threads.add(new Thread(this::run, "banip-peer-post-" + number));
        }
        threads.forEach(Thread::start);
    }

    private void run() {
        try {
            while (!closing) {
                Optional<Packet> packet = queue.next(LOOK);
                if (packet.isPresent()) {
                    post(packet.get());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void post(Packet packet) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server)
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(compression.compress(json.encode(packet))));
        if (compression == Compression.GZIP) {
            request.header("Content-Encoding", "gzip");
        }
        ReconnectDelay backoff = new ReconnectDelay();
        while (!posted(request.build())) {
            breaks.incrementAndGet();
            backoff.sleep();
        }
        queue.acknowledge(packet);
    }

    private boolean posted(HttpRequest request) throws InterruptedException {
        try {
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status / CLASS == SUCCESS) {
                return true;
            }
            LOG.warn("POST was answered with {}", status);
        } catch (IOException e) {
            LOG.info("POST failed: {}", e.toString());
        }
        return false;
    }

    @Override
    public long breaks() {
        return breaks.get();
    }

    @Override
    public void close() {
        closing = true;
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
