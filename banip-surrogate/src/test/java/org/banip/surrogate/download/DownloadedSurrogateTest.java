package org.banip.surrogate.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.activation.SurrogateThreads;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.JarOrigin;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.SurrogateJarSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A surrogate whose jar an MBU names lives at a host like any other, and leaves nothing behind. */
class DownloadedSurrogateTest {
    private static final int LIMIT = 100_000;

    @TempDir
    static Path keys;

    private static TestSigner signer;
    private static TestSigner stranger;
    private static TestJar good;

    @TempDir
    private Path directory;

    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();
    private final TestClock clock = new TestClock();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<WeakReference<ClassLoader>> loaders = new CopyOnWriteArrayList<>();
    private JarServer server;
    private RunningHost host;

    @BeforeAll
    static void makeJar() throws Exception {
        signer = TestSigner.selfSigned(keys, "ward");
        stranger = TestSigner.selfSigned(keys, "stranger");
        good = JarSources.telling().signed(signer);
    }

    @BeforeEach
    void start() throws Exception {
        server = JarServer.http();
        Path trust = signer.pem(directory.resolve("trust.pem"));
        SurrogateJarSettings jars = SurrogateJarSettings.builder(List.of(JarOrigin.of(server.origin())), trust)
                .bytes(LIMIT)
                .time(Patience.LIMIT) // a busy machine is not a slow server
                .build();
        HostLimits limits = HostLimits.builder().activation(Patience.LIMIT).build();
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.limits(limits)
                        .clock(clock)
                        .surrogateJars(jars)
                        .offer(BiConsumer.class, (BiConsumer<Object, Object>) this::told));
    }

    @AfterEach
    void stop() {
        goesOn.countDown();
        server.close();
        host.close();
    }

    private void told(Object what, Object by) {
        if (what.equals("hangs")) {
            hanging.incrementAndGet();
            boolean waits = true;
            while (waits) {
                try {
                    goesOn.await();
                    waits = false;
                } catch (InterruptedException e) {
                    // It hangs.
                }
            }
        }
        loaders.add(new WeakReference<>(by.getClass().getClassLoader()));
        events.add(what.toString());
    }

    private static WireAnswer post(TestMbu mbu, String type) throws IOException {
        RegistrationRequest plain = mbu.registration();
        return mbu.post(plain.toBuilder().surrogateType(type).build().toJson());
    }

    @Test
    void surrogateOfAJarIsActivatedHearsItsBanAndIsUnloaded() throws IOException {
        server.gives("/ward.jar", good.bytes());
        TestMbu mbu = new TestMbu(host.base());
        assertThat(post(mbu, server.url("/ward.jar")).status()).isEqualTo(201);
        mbu.send(0, 2);
        await().untilAsserted(
                        () -> assertThat(events).containsExactly("activated with its own words", "data 0", "data 1"));
        assertThat(loaders.get(0).get()).isInstanceOf(SurrogateClassLoader.class);
        mbu.delete();
        await().untilAsserted(() -> assertThat(events).endsWith("deactivated"));
        await().untilAsserted(this::classLoadersAreCollected);
    }

    @Test
    void codeOfAJarRunsWithItsClassLoaderAndTheHostsThreadsKeepTheirs() throws Exception {
        server.gives("/ward.jar", JarSources.noting().signed(signer).bytes());
        TestMbu mbu = new TestMbu(host.base());
        assertThat(post(mbu, server.url("/ward.jar")).status()).isEqualTo(201);
        mbu.send(0, 1);
        await().untilAsserted(() -> assertThat(events).contains("appeared true", "data true"));
        clock.pass(LivenessSettings.DEFAULT.silentAfter().plusSeconds(1));
        await().untilAsserted(() -> assertThat(events).contains("silent true", "handler silent true"));
        mbu.send(1, 1);
        await().untilAsserted(() -> assertThat(events).contains("resumed true", "handler resumed true"));
        // The call that was noted last may not have returned yet.
        await().untilAsserted(() ->
                assertThat(loadersOfThreads().values()).noneMatch(SurrogateClassLoader.class::isInstance));
        mbu.delete();
        await().untilAsserted(() -> assertThat(events).contains("disappeared true", "deactivated true"));
        assertThat(events).allMatch(event -> event.endsWith(" true"));
    }

    /** Of the host's threads, those that have another class loader than the host's. */
    private static Map<String, ClassLoader> loadersOfThreads() {
        Map<String, ClassLoader> foreign = new HashMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("banip-")
                    && thread.getContextClassLoader() != SurrogateJars.class.getClassLoader()) {
                foreign.put(thread.getName(), thread.getContextClassLoader());
            }
        }
        return foreign;
    }

    @Test
    void jarThatHangsDelaysNoOtherFromItsOrigin() throws Exception {
        server.gives("/ward.jar", good.bytes())
                .gives("/hanging.jar", JarSources.hanging().signed(signer).bytes());
        List<CompletableFuture<Integer>> waiting = new ArrayList<>();
        for (int i = 0; i < SurrogateThreads.MOST_OF_A_TYPE + 2; i++) {
            TestMbu mbu = TestMbu.of(host.base(), "hanging-" + i);
            waiting.add(CompletableFuture.supplyAsync(
                    () -> status(mbu, server.url("/hanging.jar")), task -> new Thread(task).start()));
        }
        await().until(() -> hanging.get() == SurrogateThreads.MOST_OF_A_TYPE);
        assertThat(status(TestMbu.of(host.base(), "quick"), server.url("/ward.jar")))
                .isEqualTo(201);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        goesOn.countDown();
        for (CompletableFuture<Integer> one : waiting) {
            assertThat(Patience.get(one)).isEqualTo(201);
        }
    }

    private void classLoadersAreCollected() {
        System.gc();
        assertThat(loaders).isNotEmpty().allMatch(loader -> loader.get() == null);
    }

    @Test
    void eachSurrogateHasAClassLoaderOfItsOwn() throws IOException {
        server.gives("/ward.jar", good.bytes());
        TestMbu first = new TestMbu(host.base());
        TestMbu second = new TestMbu(host.base());
        assertThat(post(first, server.url("/ward.jar")).status()).isEqualTo(201);
        assertThat(post(second, server.url("/ward.jar")).status()).isEqualTo(201);
        ClassLoader one = loaders.get(0).get();
        ClassLoader other = loaders.get(1).get();
        assertThat(one).isNotNull().isNotSameAs(other);
        assertThat(other).isNotNull();
    }

    @Test
    void registeringAgainAttachesWithoutAFetch() throws IOException {
        server.gives("/ward.jar", good.bytes());
        TestMbu mbu = new TestMbu(host.base());
        assertThat(post(mbu, server.url("/ward.jar")).status()).isEqualTo(201);
        assertThat(post(mbu, server.url("/ward.jar")).status()).isEqualTo(201);
        assertThat(server.requests("/ward.jar")).isEqualTo(1);
        assertThat(post(mbu, server.url("/other.jar")).error()).isEqualTo("session-mismatch");
    }

    @Test
    void sessionThatCameToItsEndIsActivatedAgainFromTheJarOfNow() throws Exception {
        server.gives("/ward.jar", good.bytes());
        TestMbu mbu = new TestMbu(host.base());
        assertThat(post(mbu, server.url("/ward.jar")).status()).isEqualTo(201);
        mbu.send(0, 1);
        mbu.delete();
        await().untilAsserted(() -> assertThat(events).endsWith("deactivated"));
        assertThat(post(mbu, server.url("/ward.jar")).status()).isEqualTo(201);
        assertThat(server.requests("/ward.jar")).isEqualTo(2);
        assertThat(events).endsWith("deactivated", "activated with its own words");
    }

    @Test
    void fetchBlocksNoOtherSession() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        server.givesLater("/slow.jar", good.bytes(), latch).gives("/ward.jar", good.bytes());
        List<CompletableFuture<Integer>> waiting = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            TestMbu mbu = TestMbu.of(host.base(), "slow-" + i);
            waiting.add(CompletableFuture.supplyAsync(
                    () -> status(mbu, server.url("/slow.jar")), task -> new Thread(task).start()));
        }
        await().until(() -> server.requests("/slow.jar") == 1);
        for (int i = 0; i < 20; i++) {
            TestMbu.of(host.base(), "standard-" + i).register();
        }
        assertThat(status(TestMbu.of(host.base(), "quick"), server.url("/ward.jar")))
                .isEqualTo(201);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        latch.countDown();
        for (CompletableFuture<Integer> one : waiting) {
            assertThat(Patience.get(one)).isEqualTo(201);
        }
    }

    private static int status(TestMbu mbu, String type) {
        try {
            return post(mbu, type).status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void mbuIsToldWhyAJarIsRefused() throws Exception {
        JarServer elsewhere = JarServer.http();
        try (elsewhere) {
            elsewhere.gives("/ward.jar", good.bytes());
            byte[] changed = good.entry("ward/Telling.class").clone();
            changed[changed.length - 1] ^= 1;
            TestJar added = good.compiled("ward.Added", "package ward; class Added {}");
            TestJar bomb = good.with("zeros", new byte[LIMIT * 3]);
            TestJar headless = TestJar.of(Map.of()).compiled("Plain", JarSources.plain("Plain", ""));
            TestJar other = JarSources.naming("Other", "public class Other {}");
            TestJar closed = JarSources.naming("Closed", JarSources.plain("Closed", "Closed() {}"));
            server.redirects("/redirected", elsewhere.url("/ward.jar"));

            refused(elsewhere.url("/ward.jar"), "allowed are jars from [" + server.origin() + "]");
            refused(server.url("/redirected"), "allowed is a redirect within " + server.origin());
            refused("/unsigned", JarSources.telling(), "is not signed");
            refused("/stranger", JarSources.telling().signed(stranger), "is signed by 'CN=stranger', issued by");
            refused("/changed", good.with("ward/Telling.class", changed), "was changed after it was signed");
            refused("/added", added, "has an entry 'ward/Added.class' without a valid signature");
            refused("/bomb", bomb, "unpacks its entry 'zeros' from");
            refused("/headless", headless.signed(signer), "has no header Surrogate-Class in its manifest");
            refused("/other", other.signed(signer), "which does not implement org.banip.surrogate.api.Surrogate");
            refused("/closed", closed.signed(signer), "which has no public constructor without parameters");
            server.gives("/long", new byte[LIMIT + 1]);
            refused(server.url("/long"), "of 100001 bytes is longer than the 100000 bytes that this host allows");
            refused(server.url("/absent"), "cannot be fetched: its server answers 404");
            assertThat(elsewhere.requests("/ward.jar")).isZero();
        }
        assertThat(events).isEmpty();
        assertThat(host.host().surrogates()).isEmpty();
        assertThat(host.host().store().interconnects()).isEmpty();
        assertThat(host.host().statistics().heldBytes()).isZero();
    }

    private void refused(String path, TestJar jar, String message) throws IOException {
        server.gives(path, jar.bytes());
        refused(server.url(path), message);
    }

    private void refused(String url, String message) throws IOException {
        WireAnswer answer = post(new TestMbu(host.base()), url);
        assertThat(answer.error()).as(answer.text()).isEqualTo("unknown-surrogate-type");
        assertThat(answer.message())
                .startsWith("surrogate jar '" + url + "' ")
                .contains(message)
                .doesNotContain("\tat ", "\n");
    }

    @Test
    void mbuMayTryAgainIfTheServerIsBusyOrTheSurrogateFails() throws Exception {
        server.refuses("/busy", 503);
        WireAnswer busy = post(new TestMbu(host.base()), server.url("/busy"));
        assertThat(busy.error()).isEqualTo("host-unavailable");
        assertThat(busy.message()).contains("cannot be fetched: its server answers 503");
        TestJar failing = JarSources.naming(
                "Failing", JarSources.plain("Failing", "public Failing() { throw new IllegalStateException(\"x\"); }"));
        server.gives("/failing", failing.signed(signer).bytes());
        WireAnswer failed = post(new TestMbu(host.base()), server.url("/failing"));
        assertThat(failed.error()).isEqualTo("internal");
        assertThat(failed.message()).contains("the constructor of 'Failing' throws java.lang.IllegalStateException");
        TestJar incomplete = JarSources.naming(
                "Incomplete",
                JarSources.plain("Incomplete", "")
                                .replace("SurrogateContext c) {}", "SurrogateContext c) { new Missing(); }")
                        + " class Missing {}");
        server.gives(
                "/incomplete",
                incomplete.without("Missing.class").signed(signer).bytes());
        WireAnswer missing = post(new TestMbu(host.base()), server.url("/incomplete"));
        assertThat(missing.error()).isEqualTo("internal");
        assertThat(missing.message()).contains("NoClassDefFoundError: Missing");
    }

    @Test
    void hostThatIsNotToldToTakesNoJars() throws Exception {
        server.gives("/ward.jar", good.bytes());
        host.close();
        host = RunningHost.over(JdbcStore.open(directory.resolve("other.db")));
        WireAnswer answer = post(new TestMbu(host.base()), server.url("/ward.jar"));
        assertThat(answer.error()).isEqualTo("unknown-surrogate-type");
        assertThat(answer.message())
                .isEqualTo("surrogate jar '" + server.url("/ward.jar")
                        + "' is not fetched: this host takes no surrogate jars");
        assertThat(server.requests("/ward.jar")).isZero();
    }

    @Test
    void hostStopsWhileAJarIsFetched() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        server.givesLater("/slow.jar", good.bytes(), never);
        CompletableFuture<WireAnswer> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return post(new TestMbu(host.base()), server.url("/slow.jar"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        await().until(() -> server.requests("/slow.jar") == 1);
        host.host().close();
        assertThat(Patience.get(answer).error()).isEqualTo("host-unavailable");
        assertThat(Patience.get(answer).message()).contains("the host stops");
        never.countDown();
    }
}
