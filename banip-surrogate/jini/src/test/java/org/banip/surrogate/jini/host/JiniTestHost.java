package org.banip.surrogate.jini.host;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.banip.server.settings.Settings;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.SurrogateHostBuilder;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.api.ViewerAccess;
import org.banip.surrogate.endpoint.TokenViewers;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.settings.JiniSettings;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.subscription.SubscriptionSettings;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;

/** A host with Jini on, found by the service loader as in production. */
final class JiniTestHost {
    private JiniTestHost() {}

    static RunningHost start(Path store, Optional<String> viewerToken, Map<String, String> more) {
        return start(store, viewerToken, more, builder -> {});
    }

    /** The same, built so. */
    static RunningHost start(
            Path store, Optional<String> viewerToken, Map<String, String> more, Consumer<SurrogateHostBuilder> with) {
        Map<String, String> options = new HashMap<>(more);
        options.put("jini", "true");
        Settings settings =
                SettingsReader.of(HostSettings.TABLE).options(options).read();
        return RunningHost.over(
                JdbcStore.open(store),
                builder -> with.accept(builder.offer(Settings.class, settings)
                        .offer(ViewerAccess.class, new TokenViewers(viewerToken))));
    }

    /** A host that registers at a lookup service, and bounds its subscribers in other processes so. */
    static RunningHost start(
            Path store, LookupAddress lookup, SubscriptionSettings subscribing, AtomicReference<JiniHost> started) {
        return start(store, lookup, subscribing, started, builder -> {});
    }

    /** The same with more settings. */
    static RunningHost start(
            Path store,
            LookupAddress lookup,
            SubscriptionSettings subscribing,
            AtomicReference<JiniHost> started,
            Consumer<SurrogateHostBuilder> more) {
        JiniSettings settings = JiniSettings.of(SettingsReader.of(HostSettings.TABLE)
                .options(Map.of("jini-locators", lookup.toString()))
                .read());
        HostExtension extension = new HostExtension() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public void start(ExtensionContext host) {
                started.set(JiniHost.start(host, settings, subscribing));
            }

            @Override
            public void stop() {
                started.get().close();
            }
        };
        return RunningHost.over(
                JdbcStore.open(store),
                builder -> more.accept(
                        builder.extension(extension).offer(ViewerAccess.class, new TokenViewers(Optional.empty()))));
    }

    /** Where the lookup service inside the host is. */
    static LookupAddress lookup(SurrogateHost host) {
        String status = host.extensionStatus().get(0);
        return LookupAddress.parse(status.substring(status.indexOf("jini://")));
    }

    static List<FoundSurrogate> found(LookupAddress lookup) {
        return LookupClient.find(lookup, Transport.loopback()).surrogates();
    }
}
