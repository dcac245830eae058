package org.banip.wsb.settings;

import static org.banip.server.settings.SettingType.existingFile;
import static org.banip.server.settings.SettingType.existingLines;
import static org.banip.server.settings.SettingType.file;
import static org.banip.server.settings.SettingType.flag;
import static org.banip.server.settings.SettingType.millis;
import static org.banip.server.settings.SettingType.number;
import static org.banip.server.settings.SettingType.secret;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.banip.server.audit.AuditSettings;
import org.banip.server.audit.ServerAudit;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.listen.ListenSettings;
import org.banip.server.listen.Listening;
import org.banip.server.listen.ServerSettings;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingProvider;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.HostSource;
import org.banip.wsb.authentication.CertificateAuthenticator;
import org.banip.wsb.host.FixedHosts;
import org.banip.wsb.host.JoinedHosts;
import org.banip.wsb.spi.AuthenticatorProvider;
import org.banip.wsb.spi.HostDirectoryProvider;

/** All settings of a Wireless Service Broker, and the checked records they become. Immutable. */
public final class BrokerSettings extends ServerSettings {
    private static final BrokerLimits LIMITS = BrokerLimits.DEFAULTS;
    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** 4,000 connections, half of them from one address, heads of 8 KiB in 15 s, 75 s between requests. */
    public static final ConnectionLimits CONNECTION_LIMITS =
            new ConnectionLimits(4000, 2000, 8192, Duration.ofSeconds(15), Duration.ofSeconds(75));

    private static final Pattern DIRECTORY = Pattern.compile("[A-Za-z0-9-]+(:.*)?");
    private static final int DEFAULT_PORT = 8080;

    private static final ListenSettings LISTEN = new ListenSettings(
            Listening.loopback(CONNECTION_LIMITS, DEFAULT_PORT),
            "the broker needs TLS or allow-plain",
            "connection-idle-millis");

    static final Setting<FixedHosts> SURROGATE_HOST = Setting.of(
                    "surrogate-host",
                    FixedHosts.TYPE,
                    FixedHosts.of(List.of(URI.create("http://127.0.0.1:8081/"))),
                    "base URL of the surrogate host, or of several that share one PostgreSQL database")
            .alias("host-url", "host")
            .neededInContainerUnless("host-directory");
    static final Setting<String> HOST_DIRECTORY = Setting.optional(
            "host-directory",
            SettingType.text(
                    "name",
                    "the name of an installed directory, then optionally : and what it needs to know",
                    text -> DIRECTORY.matcher(text).matches()),
            "the hosts of surrogate-host",
            "where the broker finds surrogate hosts; those of surrogate-host are used as well if it is set");
    static final Setting<Duration> HOST_PROBE = Setting.of(
            "host-probe-millis",
            millis(Duration.ofMillis(100), DAY),
            LIMITS.hostProbe(),
            "how often each of several hosts is asked for its load");
    static final Setting<Duration> HOST_SILENCE = Setting.of(
            "host-silence-millis",
            millis(Duration.ofSeconds(1), DAY),
            LIMITS.hostSilence(),
            "one of several hosts that sends nothing for this time after it was asked counts as dead; requests at it are broken off");
    static final Setting<Boolean> ALLOW_PLAIN_HOST = Setting.of(
            "allow-plain-host",
            flag(),
            false,
            "use plain HTTP to a surrogate host on another machine, because something else protects the network");
    static final Setting<Path> HOST_AUTHORITIES = Setting.optional(
                    "host-authorities-file",
                    existingFile(),
                    "those of this Java",
                    "certificate authorities in PEM form by which the surrogate hosts' certificates are verified; read again when it changes")
            .alias("trust");
    static final Setting<Path> HOST_CERTIFICATE = Setting.optional(
            "host-certificate-file",
            existingFile(),
            "none is shown",
            "show surrogate hosts that demand one this certificate in PEM form, followed by those that signed it; read again when it changes");
    static final Setting<Path> HOST_PRIVATE_KEY = Setting.optional(
            "host-private-key-file",
            existingFile(),
            "none",
            "private key of host-certificate-file in PEM form (PKCS#8, not encrypted); read again when it changes");
    static final Setting<Secret> TOKEN = Setting.optional(
            "token-file",
            secret(16, 512),
            "none",
            "its first line is the bearer token that the surrogate host demands; read again when it changes");
    /** Other ways to log in; those of extensions are unknown where these are not installed. */
    private static final String[] INSTEAD_OF_PASSWORDS = {"client-ca", "jwt-keys"};

    /** See its help. */
    public static final Setting<Path> PASSWORDS = Setting.needed(
                    "password-file", file(), "who may log in; 'banip wsb passwd' or 'htpasswd -B' makes the file")
            .alias("passwords")
            .unless(INSTEAD_OF_PASSWORDS);

    static final Setting<Path> GRANTS = Setting.optional(
                    "grants-file", existingFile(), "the BAN named like the user", "which BANs each user may register")
            .alias("grants");

    static final Setting<Path> CLIENT_CA = Setting.optional(
            "client-ca",
            existingFile(),
            "no certificates are taken",
            "take client certificates that these certificate authorities have signed, in PEM form; read again when it changes");
    static final Setting<Path> REVOKED_CERTIFICATES = Setting.optional(
            "client-revoked-file",
            existingLines(),
            "none",
            "client certificates that are not taken any more: lines with a serial number or SHA-256 fingerprint; read again when it changes");

    static final Setting<Integer> REQUESTS =
            Setting.of("requests", number("", 1, 100_000), LIMITS.requests(), "requests under way in all");
    static final Setting<Integer> REQUESTS_PER_IDENTITY = Setting.of(
            "requests-per-identity",
            number("", 1, 10_000),
            LIMITS.requestsPerIdentity(),
            "of these, by one identity; a path of a chunked MBU has two, of an MBU over HTTP/2 up to three");
    static final Setting<Integer> INTERCONNECTS = Setting.of(
            "interconnects",
            number("", 1, 1_000_000),
            LIMITS.interconnects(),
            "interconnects whose owner is remembered");
    static final Setting<Integer> BUFFER_BYTES = Setting.of(
            "buffer-bytes",
            number("bytes", 512, 1 << 20),
            LIMITS.bufferBytes(),
            "buffer of a request, one towards the host and two towards the MBU");
    static final Setting<Integer> SOCKET_BUFFER_BYTES = Setting.of(
            "socket-buffer-bytes",
            number("bytes", 4096, 16 << 20),
            LIMITS.socketBufferBytes(),
            "send buffer of each socket, and receive buffer towards the host");
    static final Setting<Duration> CONNECT = Setting.of(
            "connect-millis", millis(MILLISECOND, DAY), LIMITS.connect(), "how long connecting to the host may take");
    static final Setting<Duration> IDLE = Setting.of(
            "idle-millis",
            millis(MILLISECOND, DAY),
            LIMITS.idle(),
            "how long a connection to the host is kept for another request; keep it below the host's own such time");
    static final Setting<Duration> DOCUMENT = Setting.of(
            "document-millis",
            millis(MILLISECOND, DAY),
            LIMITS.document(),
            "how long a registration or deregistration may take in all");
    static final Setting<Duration> SILENCE = Setting.of(
            "silence-millis",
            millis(Duration.ZERO, DAY),
            LIMITS.silence(),
            "a request on which nothing moved for this time ends; 0 is never; keep it above the host's keep-alive times");
    static final Setting<Duration> RECHECK = Setting.of(
            "recheck-millis",
            millis(Duration.ofMillis(100), Duration.ofSeconds(50)),
            LIMITS.recheck(),
            "how often it is checked whether the credentials and grants of open streams were revoked");
    static final Setting<Duration> LINGER = Setting.of(
            "linger-millis",
            millis(Duration.ZERO, DAY),
            LIMITS.linger(),
            "how long the body of a refused request is read and discarded, so that the MBU can read the answer");

    /** The settings, in the order of docs/configuration.md. */
    public static final SettingTable TABLE = SettingTable.of("wsb", LISTEN.all(), all());

    /** Settings that were read by {@link #TABLE}. */
    public BrokerSettings(Settings settings) {
        super(LISTEN, settings);
    }

    private static List<Setting<?>> all() {
        List<Setting<?>> all = new ArrayList<>(List.of(
                SURROGATE_HOST,
                HOST_DIRECTORY,
                HOST_PROBE,
                HOST_SILENCE,
                ALLOW_PLAIN_HOST,
                HOST_AUTHORITIES,
                HOST_CERTIFICATE,
                HOST_PRIVATE_KEY,
                TOKEN,
                PASSWORDS,
                GRANTS,
                CLIENT_CA,
                REVOKED_CERTIFICATES,
                REQUESTS,
                REQUESTS_PER_IDENTITY,
                INTERCONNECTS,
                BUFFER_BYTES,
                SOCKET_BUFFER_BYTES,
                CONNECT,
                IDLE,
                DOCUMENT,
                SILENCE,
                RECHECK,
                LINGER));
        all.addAll(AuditSettings.all());
        all.addAll(SettingProvider.of(
                "wsb", ServiceLoader.load(SettingProvider.class, BrokerSettings.class.getClassLoader())));
        return all;
    }

    /**
     * What the broker is told.
     *
     * @throws IllegalArgumentException if the host is another machine without TLS and that is not allowed, the token has wrong
     *     characters, or a setting would be ignored because another one is missing
     */
    public BrokerConfiguration configuration() {
        BrokerConfiguration.Builder builder = BrokerConfiguration.builder()
                .surrogateHosts(get(SURROGATE_HOST))
                .limits(limits())
                .audit(() -> ServerAudit.open(TABLE, settings()));
        find(PASSWORDS).ifPresent(builder::passwordFile);
        settings().refuseWithout(CLIENT_CA, REVOKED_CERTIFICATES);
        find(CLIENT_CA)
                .ifPresent(
                        file -> builder.scheme(() -> CertificateAuthenticator.open(file, find(REVOKED_CERTIFICATES))));
        for (AuthenticatorProvider provider :
                ServiceLoader.load(AuthenticatorProvider.class, BrokerSettings.class.getClassLoader())) {
            provider.scheme(settings()).ifPresent(builder::scheme);
        }
        if (get(ALLOW_PLAIN_HOST)) {
            builder.allowPlainHost();
        }
        find(HOST_AUTHORITIES).ifPresent(builder::hostAuthorities);
        settings().refuseWithout(HOST_CERTIFICATE, HOST_PRIVATE_KEY);
        settings().refuseWithout(HOST_PRIVATE_KEY, HOST_CERTIFICATE);
        find(HOST_CERTIFICATE)
                .ifPresent(file -> builder.hostCertificate(
                        TlsFiles.pem(file, find(HOST_PRIVATE_KEY).orElseThrow())));
        find(HOST_DIRECTORY).map(this::directory).ifPresent(builder::hostSource);
        find(GRANTS).ifPresent(builder::grantsFile);
        builder.trustedProxies(trustedProxies());
        find(TOKEN).map(Secret::file).ifPresent(builder::tokenFile);
        return builder.build();
    }

    /** The directory; behind those of a list that was set, too. */
    private HostSource directory(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String argument = colon < 0 ? "" : text.substring(colon + 1);
        Set<String> installed = new TreeSet<>();
        for (HostDirectoryProvider provider :
                ServiceLoader.load(HostDirectoryProvider.class, BrokerSettings.class.getClassLoader())) {
            installed.add(provider.name());
            if (provider.name().equals(name)) {
                HostSource found = new HostSource("the hosts of " + name, () -> provider.open(argument, settings()));
                return settings().origin(SURROGATE_HOST).equals(Settings.DEFAULT) ? found : joined(found);
            }
        }
        throw new IllegalArgumentException("host-directory is '" + name + "', installed are "
                + (installed.isEmpty() ? "none" : String.join(", ", installed)));
    }

    private HostSource joined(HostSource found) {
        FixedHosts list = get(SURROGATE_HOST);
        return new HostSource(
                list + " and " + found.description(),
                () -> new JoinedHosts(list, found.directory().get()));
    }

    /** The authorities of client certificates. */
    public Optional<Path> clientAuthorities() {
        return find(CLIENT_CA);
    }

    private BrokerLimits limits() {
        return BrokerLimits.builder()
                .requests(get(REQUESTS))
                .requestsPerIdentity(get(REQUESTS_PER_IDENTITY))
                .interconnects(get(INTERCONNECTS))
                .bufferBytes(get(BUFFER_BYTES))
                .socketBufferBytes(get(SOCKET_BUFFER_BYTES))
                .connect(get(CONNECT))
                .idle(get(IDLE))
                .document(get(DOCUMENT))
                .silence(get(SILENCE))
                .hostProbe(get(HOST_PROBE))
                .hostSilence(get(HOST_SILENCE))
                .recheck(get(RECHECK))
                .linger(get(LINGER))
                .build();
    }
}
