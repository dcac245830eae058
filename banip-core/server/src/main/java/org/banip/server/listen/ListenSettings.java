package org.banip.server.listen;

import static org.banip.server.settings.SettingType.address;
import static org.banip.server.settings.SettingType.flag;
import static org.banip.server.settings.SettingType.millis;
import static org.banip.server.settings.SettingType.number;
import static org.banip.server.settings.SettingType.port;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.banip.server.address.TrustedProxies;
import org.banip.server.health.HealthSettings;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;
import org.banip.server.tls.TlsFiles;

/**
 * What an operator sets of a server that listens by itself, and where it answers for its health. Broker and host have the same settings with
 * defaults of their own. Immutable.
 */
public final class ListenSettings {
    private static final Duration MILLISECOND = Duration.ofMillis(1);

    private static final Setting<TrustedProxies> TRUSTED_PROXIES = Setting.optional(
            "trusted-proxies",
            new SettingType<>(
                    "addresses",
                    "",
                    "addresses and ranges such as 10.0.0.7, fd00::/8",
                    TrustedProxies::parse,
                    TrustedProxies::toString),
            "none",
            "proxies in front of the server whose X-Forwarded-For is believed, and by a host or in a container X-Forwarded-Proto");

    private final Setting<String> address;
    private final Setting<Integer> port;
    private final Setting<Boolean> allowPlain;
    private final Setting<Boolean> http3;
    private final Setting<Integer> http3Port;
    private final Setting<Integer> connections;
    private final Setting<Integer> perAddress;
    private final Setting<Integer> headBytes;
    private final Setting<Duration> head;
    private final Setting<Duration> idle;
    private final Setting<Boolean> http2;

    /**
     * The settings of a server.
     *
     * @param byDefault the defaults
     * @param beyondLoopback what the server needs there, in words that follow "beyond loopback"
     * @param idleName the name of the setting of {@link ConnectionLimits#idle}
     */
    public ListenSettings(Listening byDefault, String beyondLoopback, String idleName) {
        ConnectionLimits limits = byDefault.limits();
        this.address = Setting.of(
                        "listen",
                        address(),
                        byDefault.host(),
                        "address to listen on; beyond loopback " + beyondLoopback)
                .standalone();
        this.port = Setting.of("port", port(), byDefault.port(), "TCP port to listen on; 0 is any free port")
                .standalone();
        this.allowPlain = Setting.of(
                "allow-plain",
                flag(),
                byDefault.allowPlain(),
                "serve plain HTTP beyond loopback, because something else protects the network; also in a container");
        this.http3 = Setting.of(
                        "http3",
                        flag(),
                        byDefault.http3().on(),
                        "serve HTTP/3 as well and announce it by `Alt-Svc`, if there is TLS")
                .standalone();
        this.http3Port = Setting.optional(
                        "http3-port", port(), "the number of `port`", "UDP port of HTTP/3; 0 is any free port")
                .standalone();
        this.connections = Setting.of(
                        "connections",
                        number("", 1, ConnectionLimits.MOST_CONNECTIONS),
                        limits.connections(),
                        "most open connections")
                .standalone();
        this.perAddress = Setting.optional(
                        "connections-per-address",
                        number("", 1, ConnectionLimits.MOST_CONNECTIONS),
                        "half of them",
                        "of these, from one IPv4 address or IPv6 /64 that is no trusted proxy's")
                .standalone();
        this.headBytes = Setting.of(
                        "head-bytes",
                        number("bytes", ConnectionLimits.LEAST_HEAD_BYTES, ConnectionLimits.MOST_HEAD_BYTES),
                        limits.headBytes(),
                        "longest request head")
                .standalone();
        this.head = Setting.of(
                        "head-millis",
                        millis(MILLISECOND, ConnectionLimits.LONGEST_HEAD),
                        limits.head(),
                        "how long a connection may take to bring a request's head, TLS handshake included")
                .standalone();
        this.idle = Setting.of(
                        idleName,
                        millis(MILLISECOND, ConnectionLimits.LONGEST_IDLE),
                        limits.idle(),
                        "how long a connection may stay open without a request; streams may be quiet for longer")
                .standalone();
        this.http2 = Setting.of(
                        "http2",
                        flag(),
                        byDefault.http2(),
                        "serve HTTP/2 beside HTTP/1.1, with TLS (ALPN) or without (prior knowledge)")
                .standalone();
    }

    /** All of them, in the order of docs/configuration.md. */
    public List<Setting<?>> all() {
        return List.of(
                address,
                port,
                TlsFiles.KEY_STORE,
                TlsFiles.KEY_STORE_PASSWORD,
                TlsFiles.CERTIFICATE,
                TlsFiles.PRIVATE_KEY,
                allowPlain,
                http3,
                http3Port,
                connections,
                perAddress,
                headBytes,
                head,
                idle,
                http2,
                TRUSTED_PROXIES,
                HealthSettings.ADDRESS,
                HealthSettings.PORT);
    }

    /**
     * How the server listens.
     *
     * @throws IllegalArgumentException if a part of TLS is missing, or both forms of it are set
     */
    public Listening of(Settings settings) {
        int most = settings.get(connections);
        int mostPerAddress = settings.find(perAddress).orElse((most + 1) / 2);
        return new Listening(
                settings.get(address),
                settings.get(port),
                TlsFiles.of(settings),
                settings.get(allowPlain),
                settings.get(http2),
                new ConnectionLimits(
                        most, mostPerAddress, settings.get(headBytes), settings.get(head), settings.get(idle)),
                new Http3(
                        settings.get(http3),
                        settings.find(http3Port).map(OptionalInt::of).orElseGet(OptionalInt::empty)),
                Optional.empty());
    }

    /** Whether plain HTTP is served beyond loopback, also in a container. */
    boolean allowsPlain(Settings settings) {
        return settings.get(allowPlain);
    }

    /** Proxies in front of the server, also in a container. */
    TrustedProxies trustedProxies(Settings settings) {
        return settings.find(TRUSTED_PROXIES).orElse(TrustedProxies.NONE);
    }

    /** Where a server that listens by itself answers for its health; empty if it does not. */
    public Optional<HealthSettings> health(Settings settings) {
        return HealthSettings.standalone(settings, settings.get(port));
    }
}
