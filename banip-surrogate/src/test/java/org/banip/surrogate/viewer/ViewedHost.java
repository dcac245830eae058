package org.banip.surrogate.viewer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.banip.core.json.JsonObject;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A host with an MBU, and viewers over HTTP. */
abstract class ViewedHost {
    @TempDir
    Path directory;

    RunningHost host;
    TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder ->
                        builder.limits(HostLimits.builder().viewers(2).build()).surrogateType(new Talking()),
                HostServerSettings.loopback());
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    /** Says a line for every packet. */
    static final class Talking implements SurrogateProvider {
        @Override
        public String name() {
            return "talking";
        }

        @Override
        public CompletableFuture<Surrogate> create() {
            return CompletableFuture.completedFuture(new Surrogate() {
                @Override
                public void activate(HostContext host, SurrogateContext context) {
                    context.subscribe(data -> context.tell("a line with \"quotes\""));
                }

                @Override
                public void deactivate() {}
            });
        }
    }

    @AfterEach
    void stop() {
        host.close();
    }

    static long sequence(JsonObject event) {
        return event.integer("sequence", 0, Long.MAX_VALUE);
    }

    EventWire live(Map<String, String> headers) throws IOException {
        return live(mbu, headers);
    }

    EventWire live(TestMbu of, Map<String, String> headers) throws IOException {
        return new EventWire(host.base(), "surrogates/" + of.session() + "/live", headers);
    }

    /** A viewer that has seen nothing and wants the tail of each group. */
    EventWire tail(TestMbu of) throws IOException {
        return new EventWire(host.base(), "surrogates/" + of.session() + "/live?tail=true", Map.of());
    }

    WireAnswer get(String path, Map<String, String> headers) throws IOException {
        try (HttpWire wire = new HttpWire(host.base(), headers)) {
            return wire.exchange("GET", path);
        }
    }
}
