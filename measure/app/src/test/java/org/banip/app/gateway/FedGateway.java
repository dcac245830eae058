package org.banip.app.gateway;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.banip.core.transcoding.Transcoders;
import org.banip.gateway.Gateway;
import org.banip.gateway.settings.DurableSpool;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.surrogate.store.DamagedItemException;
import org.banip.surrogate.store.JdbcStore;

/** A gateway with a feed, over the directories of an earlier one. */
final class FedGateway implements AutoCloseable {
    private final Path near;
    final JdbcStore store;
    final Gateway gateway;
    final StoreFeed feed;

    FedGateway(Path directory, URI broker) throws IOException {
        this(directory, broker, SpoolSettings.DEFAULT, builder -> builder);
    }

    FedGateway(Path directory, URI broker, SpoolSettings bounds, UnaryOperator<Gateway.Builder> more)
            throws IOException {
        this(directory, broker, bounds, more, Transcoders.installed());
    }

    FedGateway(
            Path directory,
            URI broker,
            SpoolSettings bounds,
            UnaryOperator<Gateway.Builder> more,
            Transcoders transcoders)
            throws IOException {
        near = Files.createDirectories(directory.resolve("near"));
        store = JdbcStore.open(near.resolve("store.db"));
        gateway = more.apply(Gateway.builder(() -> mbu(broker))
                        .http(0)
                        .spool(new DurableSpool(
                                directory.resolve("gateway"),
                                Optional.empty(),
                                Optional.of(bounds),
                                Optional.empty(),
                                List.of())))
                .start();
        feed = new StoreFeed(store, gateway.intake(), transcoders, near, session -> false);
        feed.start();
    }

    private static MobileBaseUnitBuilder mbu(URI broker) {
        return MobileBaseUnit.builder()
                .broker(broker)
                .credentials(Credentials.basic(FarHost.USER, FarHost.PASSWORD))
                .reconnect(new ReconnectSettings(Duration.ofMillis(20), Duration.ofMillis(200)))
                .closeTimeout(Duration.ofSeconds(1));
    }

    /** Whether everything stored is in spools. */
    boolean isGiven() {
        return feed.waiting().isEmpty();
    }

    /** Whether the far host has everything that the spools have. */
    boolean isDelivered() {
        return isGiven() && gateway.counters().kept().values().stream().allMatch(kept -> kept == 0);
    }

    /** How many items of a session's group are in the store. */
    int items(UUID session, int group) {
        int[] items = new int[1];
        try {
            store.find(session)
                    .ifPresent(
                            record -> store.read(record, group, store.keptFrom(record, group), item -> ++items[0] > 0));
        } catch (DamagedItemException e) {
            return Integer.MAX_VALUE; // some were removed meanwhile
        }
        return items[0];
    }

    @Override
    public void close() {
        try (store) {
            feed.close();
            gateway.close();
        }
    }
}
