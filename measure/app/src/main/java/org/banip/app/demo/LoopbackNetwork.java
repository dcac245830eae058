package org.banip.app.demo;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.mbu.settings.PathSettings;

/** All parts are on loopback. */
record LoopbackNetwork() implements DemoNetwork {
    @Override
    public String brokerAddress() {
        return LOOPBACK;
    }

    @Override
    public List<PathSettings> paths() {
        return List.of();
    }

    @Override
    public <T> T backEnd(Callable<T> start) throws InterruptedException {
        return mbu(start);
    }

    @Override
    public <T> T mbu(Callable<T> start) throws InterruptedException {
        return DemoNetwork.unchecked(start);
    }

    @Override
    public LivePage page(URI server, int port) {
        return new LivePage(server, () -> {});
    }

    @Override
    public Optional<DemoPaths> show(Duration death) {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
