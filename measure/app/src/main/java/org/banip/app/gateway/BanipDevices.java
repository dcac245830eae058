package org.banip.app.gateway;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.FileError;
import org.banip.core.transcoding.Transcoders;
import org.banip.gateway.session.SampleIntake;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.HostStatistics;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.wsb.BearerToken;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.slf4j.Logger;

/**
 * Devices of a gateway that speak BANip (docs/gateway.md): a broker for them, a surrogate host behind it that only the broker reaches, a store in the
 * gateway's directory, and the feed that gives what is stored to the gateway's MBUs. Any thread.
 */
public final class BanipDevices implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(BanipDevices.class);
    private static final int TOKEN_BYTES = 32;
    /** How long the end waits for what is stored to get to the MBUs. */
    private static final Duration ENDING = Duration.ofSeconds(5);

    private static final long LOOK_MILLIS = 1000;
    private static final long ENDING_LOOK_MILLIS = 20;
    /** A device that was restarted has a session that is silent, beside its new one. */
    private static final int SESSIONS_OF_A_BAN = 4;

    private final BanipSettings settings;
    /** What has started, the last one first. */
    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    private final StoreFeed feed;
    private final StoreRoom room;
    private final SurrogateHost host;
    private final HostServer hostServer;
    private final WirelessServiceBroker broker;
    private volatile Optional<BanipCounters> last = Optional.empty();

    /**
     * Starts all, the listener for devices last.
     *
     * @param intake of the gateway that locks the directory
     * @throws IllegalArgumentException if a file of devices or of TLS is wrong
     * @throws BanipException {@code LIMIT_REACHED} if the port is taken, {@code STORAGE_UNAVAILABLE} if the store cannot be opened
     */
    public static BanipDevices start(BanipSettings settings, SampleIntake intake) {
        return new BanipDevices(settings, intake);
    }

    private BanipDevices(BanipSettings settings, SampleIntake intake) {
        this.settings = settings;
        try {
            makeFolder(settings.folder());
            Transcoders transcoders = Transcoders.installed();
            JdbcStore file = begun(JdbcStore.open(settings.store()));
            room = new StoreRoom(
                    settings.storeBytes(), sessions(), () -> GatewayStore.usedBytes(file), this::somethingMoves);
            GatewayStore store = new GatewayStore(file, room, this::wake);
            feed = new StoreFeed(store, intake, transcoders, settings.folder(), this::isInUse);
            host = begun(SurrogateHost.builder(store)
                    .withoutInstalled()
                    .surrogateType(new GatewaySurrogates(intake::describe, feed::wake))
                    .transcoders(transcoders)
                    .limits(limits())
                    .build());
            boolean unused = started.remove(file); // the host closes it
            String token = token();
            hostServer = begun(HostServer.start(
                    host,
                    HostServerSettings.builder()
                            .access(new AccessSettings(Optional.of(token), Optional.empty()))
                            .withoutViewers()
                            .build()));
            begun(feed).start(); // it ends before the host, which closes the store
            measureAgainAndAgain();
            broker = begun(broker(token));
        } catch (RuntimeException | Error e) {
            endAll();
            throw e;
        }
    }

    /** Checks that the port is free, so that a gateway that cannot listen leaves no files. */
    public static void requireFreePort(BanipSettings settings) {
        WirelessServiceBroker.requireFreePort(settings.where());
    }

    private <T extends AutoCloseable> T begun(T part) {
        started.push(part);
        return part;
    }

    private static void makeFolder(Path folder) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] ownerOnly = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
        try {
            Path unused = Files.createDirectories(folder, ownerOnly);
        } catch (IOException e) {
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "spool: " + FileError.writing(folder, e), e);
        }
    }

    /** Most sessions of devices at a time. */
    private int sessions() {
        return SESSIONS_OF_A_BAN * Math.max(settings.bans(), HostLimits.DEFAULT.interconnectsPerIdentity());
    }

    /** Many, because without log-in all devices without a name are one identity. */
    private HostLimits limits() {
        HostLimits.Builder limits = HostLimits.builder().interconnects(sessions());
        if (settings.devices().isEmpty()) {
            limits.interconnectsPerIdentity(sessions());
        }
        return limits.build();
    }

    private static String token() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private WirelessServiceBroker broker(String token) {
        BrokerConfiguration.Builder configuration = BrokerConfiguration.builder()
                .surrogateHost(hostServer.baseUri())
                .token(new BearerToken(token));
        settings.devices()
                .ifPresentOrElse(
                        configuration::passwordFile,
                        () -> configuration.authenticator(new AnyDevice()).grantAll());
        settings.grants().ifPresent(configuration::grantsFile);
        return WirelessServiceBroker.builder()
                .configuration(configuration.build())
                .listening(settings.where())
                .start();
    }

    private void measureAgainAndAgain() {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "banip-gateway-room");
            made.setDaemon(true);
            return made;
        });
        AutoCloseable unused = begun(clock::shutdownNow);
        room.measure();
        var ignored = clock.scheduleWithFixedDelay(room::measure, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private boolean isInUse(UUID session) {
        return host.surrogate(session).isPresent();
    }

    private void wake() {
        feed.wake();
    }

    private boolean somethingMoves() {
        return feed.somethingMoves();
    }

    /** The base URL for devices. */
    public URI uri() {
        return broker.uri();
    }

    /** The store's file. */
    public Path store() {
        return settings.store();
    }

    /** The base URL of the host, which only the broker may use. */
    URI hostUri() {
        return hostServer.baseUri();
    }

    /** Whether devices have to wait until there is room in the store. */
    boolean isFull() {
        return room.isFull();
    }

    /** What devices have brought so far, also after the end. */
    public BanipCounters counters() {
        return last.orElseGet(() -> counted(feed.waiting()));
    }

    private BanipCounters counted(Map<String, Long> waiting) {
        HostStatistics did = host.statistics();
        long refused =
                sum(did.refused().values()) + sum(broker.counters().refused().values());
        return new BanipCounters(did.registered(), did.store().packets(), refused, feed.passedOver(), waiting);
    }

    private static long sum(Iterable<Long> numbers) {
        long sum = 0;
        for (long number : numbers) {
            sum += number;
        }
        return sum;
    }

    /**
     * Ends the listener, waits up to 5 s until the MBUs have what is stored, and ends the rest. What is left waits in the store. If that cannot be
     * read, the log says so, nothing is waited for, and nothing is counted as waiting.
     */
    @Override
    public void close() {
        if (last.isPresent()) {
            return; // it has ended
        }
        end(broker);
        end(hostServer);
        try {
            last = Optional.of(counted(leftAfterWaiting()));
        } finally {
            endAll();
        }
    }

    private Map<String, Long> leftAfterWaiting() {
        long until = System.nanoTime() + ENDING.toNanos();
        try {
            while (somethingMoves() && System.nanoTime() - until < 0 && pause()) {
                feed.wake();
            }
            return feed.waiting();
        } catch (RuntimeException e) { // must not keep the rest from ending
            LOG.warn("- store {} cannot be read, what waits in it is not known: {}", settings.store(), e.getMessage());
            return Map.of();
        }
    }

    /** Returns false if the thread is interrupted. */
    private static boolean pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(ENDING_LOOK_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void endAll() {
        while (!started.isEmpty()) {
            end(started.peek());
        }
    }

    private void end(AutoCloseable part) {
        boolean unused = started.remove(part);
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("- BANip devices do not end in an orderly way", e);
        }
    }
}
