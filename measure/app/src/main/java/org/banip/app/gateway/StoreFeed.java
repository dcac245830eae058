package org.banip.app.gateway;

import java.nio.file.Path;
import java.util.Map;
import org.banip.core.transcoding.Transcoders;
import org.banip.gateway.spi.SampleIntake;
import org.banip.surrogate.store.Store;

/** Stub. */
public final class StoreFeed implements AutoCloseable {
    StoreFeed(Store store, SampleIntake intake, Transcoders transcoders, Path directory) {}

    void start() {}

    void wake() {}

    Map<String, Long> waiting() {
        return Map.of();
    }

    @Override
    public void close() {}
}
