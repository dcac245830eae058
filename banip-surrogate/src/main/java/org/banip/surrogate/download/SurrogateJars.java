package org.banip.surrogate.download;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.server.executor.OwnThreads;
import org.banip.server.file.ReloadingFile;
import org.banip.server.log.ServerLog;
import org.banip.server.settings.Secret;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.settings.JarOrigin;
import org.banip.surrogate.settings.SurrogateJarSettings;
import org.slf4j.Logger;

/**
 * Surrogates whose code comes from a signed jar that a registration names by URL: fetched, verified, loaded. Any thread.
 *
 * <p>Nobody waits for a fetch but those who named its URL. Each origin has a few threads of its own, so that a slow one delays its own jars only.
 * Registrations that name a URL while it is being fetched share that fetch; later ones fetch again, so that a replaced jar is used at once. A fetch
 * for which nobody waits any more is cancelled.
 */
public final class SurrogateJars implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(SurrogateJars.class);
    /** Fetches from one origin that may wait for a thread. */
    private static final int WAITING = 64;

    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_MILLIS = 5_000;

    private final JarLimits limits;
    private final JarClient client;
    private final ReloadingFile<TrustedSigners> trusted;
    private final SharedContents shared = new SharedContents();
    private final Map<JarOrigin, ThreadPoolExecutor> fetchers = new LinkedHashMap<>();
    private final Map<URI, Fetch> underWay = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * Reads the trust store; starts no thread yet.
     *
     * @throws IllegalArgumentException if a file cannot be read
     */
    public SurrogateJars(SurrogateJarSettings settings) {
        limits = JarLimits.of(settings.bytes());
        trusted = new ReloadingFile<>(settings.trustStore(), file -> signers(file, settings), System::nanoTime);
        client = new JarClient(settings);
        for (JarOrigin origin : settings.origins()) {
            fetchers.computeIfAbsent(origin, one -> pool(one, settings.fetches()));
        }
        LOG.info(
                "- MBUs may name signed surrogate jars from {}; trusted signers: {}", fetchers.keySet(), trusted.get());
    }

    /**
     * Checks the trust store, before there is a store.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    public static void requireSigners(SurrogateJarSettings settings) {
        TrustedSigners unused = signers(settings.trustStore(), settings);
    }

    private static TrustedSigners signers(Path file, SurrogateJarSettings settings) {
        return TrustedSigners.read(file, settings.trustStorePassword().map(Secret::value));
    }

    private static ThreadPoolExecutor pool(JarOrigin origin, int threads) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(WAITING),
                task -> OwnThreads.daemon("banip-jar-" + origin.host(), task));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Whether the surrogate type of a registration is meant as the URL of a jar. No other type has a colon. */
    public static boolean isUrl(String surrogateType) {
        String type = surrogateType.toLowerCase(Locale.ROOT);
        return type.startsWith("http:") || type.startsWith("https:");
    }

    /** How a host refuses a URL that does not fetch jars. */
    public static BanipException off(String surrogateType) {
        return JarName.of(surrogateType).refused("is not fetched: this host takes no surrogate jars");
    }

    /**
     * Who makes surrogates from the jar at a URL; nothing is fetched yet.
     *
     * @throws BanipException {@code UNKNOWN_SURROGATE_TYPE} that lists the allowed origins, if no jar may come from there
     */
    public SurrogateProvider provider(String url) {
        return new JarProvider(this, JarOrigin.of(allowed(url)), url);
    }

    private URI allowed(String url) {
        JarName name = JarName.of(url);
        try {
            URI parsed = new URI(url);
            JarOrigin origin = JarOrigin.of(parsed);
            if (parsed.getRawFragment() != null) {
                throw name.refused("is no URL of a jar: it has a fragment");
            }
            if (!fetchers.containsKey(origin)) {
                throw name.refused(
                        "is from " + Quoted.of(origin.toString()) + ", allowed are jars from " + fetchers.keySet());
            }
            return parsed;
        } catch (URISyntaxException e) {
            throw name.refused("is no URL: " + Quoted.line(e.getReason(), 100), e);
        } catch (IllegalArgumentException e) {
            throw name.refused("is no URL of a jar: " + JarName.reason(e), e);
        }
    }

    /**
     * Fetches and verifies a jar.
     *
     * @return the jar; or {@code UNKNOWN_SURROGATE_TYPE} if it is refused, {@code HOST_UNAVAILABLE} if its server does not give it now,
     *     {@code LIMIT_REACHED} if too many fetches wait; completed by a thread that must not be blocked. Who cancels it does not wait any more
     * @throws BanipException {@code UNKNOWN_SURROGATE_TYPE} if no jar may come from there
     */
    public CompletableFuture<SurrogateJar> fetch(String url) {
        URI from = allowed(url);
        ThreadPoolExecutor fetcher = Objects.requireNonNull(fetchers.get(JarOrigin.of(from)));
        Task task = new Task(from, JarName.of(url), fetcher);
        CompletableFuture<SurrogateJar> first = task.fetch.join().orElseThrow();
        while (true) {
            Fetch present = underWay.putIfAbsent(from, task.fetch);
            if (present == null) {
                task.begin();
                return first;
            }
            Optional<CompletableFuture<SurrogateJar>> joined = present.join();
            if (joined.isPresent()) {
                return joined.get();
            }
            underWay.remove(from, present);
        }
    }

    private BanipException refusal(JarName name, RejectedExecutionException e) {
        return closed
                ? name.notNow("is not fetched, the host stops", e)
                : new BanipException(
                        ErrorCode.LIMIT_REACHED,
                        name.shown() + " is not fetched now: " + WAITING + " others of its origin wait",
                        e);
    }

    /** Fetches and verifies one jar, on a thread of its origin. */
    private final class Task implements Runnable {
        private final URI from;
        private final JarName name;
        private final ThreadPoolExecutor fetcher;
        private final Fetch fetch = new Fetch(this::cancelled);

        Task(URI from, JarName name, ThreadPoolExecutor fetcher) {
            this.from = from;
            this.name = name;
            this.fetcher = fetcher;
        }

        void begin() {
            try {
                fetcher.execute(this);
            } catch (RejectedExecutionException e) {
                fail(refusal(name, e));
            }
        }

        /** Its thread is not interrupted: it may read the trust store. */
        private void cancelled() {
            LOG.debug("- {} is not fetched any more, nobody waits for it", name.shown());
            underWay.remove(from, fetch);
            boolean unused = fetcher.remove(this);
        }

        @Override
        public void run() {
            if (fetch.jar().isDone()) {
                return; // Nobody waits any more.
            }
            try {
                byte[] bytes = client.fetch(from, name, fetch.jar());
                SurrogateJar jar = shared.share(SurrogateJar.verify(bytes, limits, trusted.get(), name));
                LOG.info(
                        "- {}: {} bytes, class {}, signed by {}",
                        name.shown(),
                        bytes.length,
                        jar.surrogateClass(),
                        jar.signer());
                underWay.remove(from, fetch);
                fetch.complete(jar);
            } catch (BanipException e) {
                fail(e);
            } catch (RuntimeException | Error e) {
                LOG.error("- {} could not be fetched or verified", name.shown(), e);
                fail(new BanipException(ErrorCode.INTERNAL, name.shown() + " could not be verified", e));
            }
        }

        /** The next one begins anew. */
        private void fail(BanipException e) {
            underWay.remove(from, fetch);
            fetch.fail(e);
        }
    }

    /** Ends all fetches; those that are not complete fail. */
    @Override
    public void close() {
        closed = true;
        fetchers.values().forEach(ThreadPoolExecutor::shutdownNow);
        client.close();
        List<Fetch> left = new ArrayList<>(underWay.values());
        left.forEach(one -> one.fail(
                new BanipException(ErrorCode.HOST_UNAVAILABLE, "the surrogate jar is not fetched, the host stops")));
        try {
            for (ThreadPoolExecutor pool : fetchers.values()) {
                if (!pool.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                    LOG.warn("- a fetch of a surrogate jar still runs after the host has stopped");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
