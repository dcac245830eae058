package org.banip.thresholds;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client of all surrogates of the type: it exists while at least one of them uses it, so that its threads end with the last. It follows no
 * redirect: alerts go to the operator's URL only. Guarded by its monitor; any thread.
 */
final class SharedClient {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final AtomicInteger number = new AtomicInteger();
    private int users;
    private @Nullable Open open;

    /** A client and the threads that run its callbacks. */
    private record Open(HttpClient client, ExecutorService threads) {}

    /** The client, for one more user, who must {@linkplain #giveBack give it back}. */
    synchronized HttpClient take() {
        Open now = open;
        if (now == null) {
            ExecutorService threads = Executors.newCachedThreadPool(this::thread);
            HttpClient client = HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(CONNECT)
                    .executor(threads)
                    .build();
            now = new Open(client, threads);
            open = now;
        }
        users++;
        return now.client;
    }

    private Thread thread(Runnable task) {
        Thread thread = new Thread(task, "banip-thresholds-http-" + number.getAndIncrement());
        thread.setDaemon(true);
        return thread;
    }

    /** One user less. The client's own thread ends when the garbage collector finds that nobody refers to the client. */
    synchronized void giveBack() {
        users--;
        Open last = open;
        if (users == 0 && last != null) {
            open = null;
            last.threads.shutdown();
        }
    }
}
