package org.banip.server.listen;

import java.util.Optional;
import org.banip.server.address.TrustedProxies;
import org.banip.server.health.HealthSettings;
import org.banip.server.settings.Setting;
import org.banip.server.settings.Settings;

/** What an operator set of a server. Broker and host add the records that only they have. Immutable. */
public abstract class ServerSettings {
    private final ListenSettings listen;
    private final Settings settings;

    /** Settings that were read by a table that has these listening settings. */
    protected ServerSettings(ListenSettings listen, Settings settings) {
        this.listen = listen;
        this.settings = settings;
    }

    /** All settings as they were read, those that extensions added as well. */
    public final Settings settings() {
        return settings;
    }

    /** The value of a setting that is needed or has a default. */
    public final <T> T get(Setting<T> setting) {
        return settings.get(setting);
    }

    /** The value of a setting, if there is one. */
    public final <T> Optional<T> find(Setting<T> setting) {
        return settings.find(setting);
    }

    /**
     * How a server that listens by itself listens.
     *
     * @throws IllegalArgumentException if a part of TLS is missing, or both forms of it are set
     */
    public final Listening listening() {
        return listen.of(settings);
    }

    /** Proxies in front of the server that are believed when they name their clients, also in a container. */
    public final TrustedProxies trustedProxies() {
        return listen.trustedProxies(settings);
    }

    /** Whether plain HTTP is served beyond loopback, because something else protects the network; also in a container. */
    public final boolean allowsPlain() {
        return listen.allowsPlain(settings);
    }

    /** Where a server that listens by itself answers for its health; empty if it does not. */
    public final Optional<HealthSettings> standaloneHealth() {
        return listen.health(settings);
    }

    /** Where a server in a servlet container answers for its health; empty if it does not. */
    public final Optional<HealthSettings> containerHealth() {
        return HealthSettings.inContainer(settings);
    }
}
