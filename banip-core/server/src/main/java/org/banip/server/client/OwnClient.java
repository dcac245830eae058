package org.banip.server.client;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.banip.server.executor.OwnThreads;
import org.banip.server.tls.ReloadingTrust;

/** An HTTP/1.1 client with threads of its own. It follows no redirect by itself, so that it asks only what an operator allows. Any thread. */
public final class OwnClient implements AutoCloseable {
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);

    private final ExecutorService executor;
    private final HttpClient client;

    /**
     * A client that has asked nothing yet.
     *
     * @param threads begins the names of its threads
     * @param time of a whole request; connecting takes 5 s of it at most
     * @param authorities by which https is verified, read again when the file changes; empty: those of this Java
     */
    public OwnClient(String threads, Duration time, Optional<Path> authorities) {
        executor = Executors.newCachedThreadPool(OwnThreads.numbered(threads));
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(time.compareTo(LONGEST_CONNECT) < 0 ? time : LONGEST_CONNECT)
                .executor(executor);
        authorities.ifPresent(file -> builder.sslContext(ReloadingTrust.client(file)));
        client = builder.build();
    }

    /** The client itself. */
    public HttpClient http() {
        return client;
    }

    /** Ends the client's threads. Before Java 21, one that waits for connections ends when the garbage collector finds the client unused. */
    @Override
    public void close() {
        try {
            HttpClient.class.getMethod("shutdownNow").invoke(client);
        } catch (ReflectiveOperationException e) {
            executor.shutdown(); // before Java 21
        }
        executor.shutdown();
    }
}
