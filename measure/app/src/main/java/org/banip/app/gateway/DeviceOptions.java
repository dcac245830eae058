package org.banip.app.gateway;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.banip.app.option.ExistingFile;
import org.banip.app.option.Secrets;
import org.banip.gateway.Gateway;
import org.banip.gateway.session.DescribedBan;
import org.banip.gateway.settings.Acknowledge;
import org.banip.gateway.settings.GatewayLimits;
import org.banip.server.listen.Listening;
import org.banip.server.settings.Secret;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.settings.BrokerSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** A gateway's side towards devices: a mixin. */
public final class DeviceOptions {
    private static final String OFF = "off";
    private static final int HIGHEST_PORT = 65_535;

    /** Reads a port, or that there is none. */
    static final class OptionalPort implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            try {
                int port = value.equals(OFF) ? -1 : Integer.parseInt(value);
                if (value.equals(OFF) || port >= 0 && port <= HIGHEST_PORT) {
                    return port;
                }
            } catch (NumberFormatException e) {
                throw refused(value);
            }
            throw refused(value);
        }

        private static TypeConversionException refused(String value) {
            return new TypeConversionException(
                    "'" + value + "' is not allowed; allowed is a port from 0 to 65535, 0 being any free one, or off");
        }
    }

    /** Reads what an acknowledgement tells. */
    static final class Acknowledged implements ITypeConverter<Acknowledge> {
        @Override
        public Acknowledge convert(String value) {
            for (Acknowledge what : Acknowledge.values()) {
                if (what.name().toLowerCase(Locale.ROOT).equals(value)) {
                    return what;
                }
            }
            throw new TypeConversionException("'" + value + "' is not allowed; allowed are spool, host");
        }
    }

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on for devices; beyond loopback the gateway needs --devices, and TLS or"
                    + " --allow-plain-devices. Default: ${DEFAULT-VALUE}.")
    private String listen = "127.0.0.1";

    @Option(
            names = "--mqtt-port",
            paramLabel = "PORT",
            defaultValue = "1883",
            converter = OptionalPort.class,
            description = "Port for MQTT; 0 is any free one, off is none. Default: ${DEFAULT-VALUE}.")
    private int mqtt;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "8083",
            converter = OptionalPort.class,
            description = "Port for HTTP; 0 is any free one, off is none. Default: ${DEFAULT-VALUE}.")
    private int http;

    @Option(
            names = "--describe",
            paramLabel = "FILE",
            description =
                    "File with the description of a BAN (docs/gateway.md). May be repeated. Default: devices describe theirs.")
    private List<Path> descriptions = new ArrayList<>();

    @Option(
            names = "--devices",
            paramLabel = "FILE",
            description =
                    "Password file of the devices; 'banip wsb passwd' makes it. Default: everybody may write every BAN, on loopback"
                            + " only.")
    private @Nullable Path devices;

    @Option(
            names = "--device-grants",
            paramLabel = "FILE",
            description = "Which BANs each device may write. Default: the BAN named like the device's user.")
    private @Nullable Path grants;

    @Option(
            names = "--acknowledge",
            paramLabel = "WHEN",
            defaultValue = "spool",
            converter = Acknowledged.class,
            description =
                    "Acknowledge a message when the spool has it (spool): in memory, or written to the directory of --spool; or when the"
                            + " host has stored it (host)."
                            + " Default: ${DEFAULT-VALUE}.")
    private Acknowledge acknowledge = Acknowledge.SPOOL;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "64",
            description =
                    "Most connections of devices; a quarter of them, at most 16, from one address. Default: ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--most-bans",
            paramLabel = "N",
            defaultValue = "16",
            description = "Most BANs; each has a spool of up to 16 MiB. Default: ${DEFAULT-VALUE}.")
    private int mostBans;

    @Option(
            names = "--certificate-file",
            paramLabel = "FILE",
            description =
                    "Speak TLS to devices with this certificate in PEM form, followed by those that signed it. Default: no TLS.")
    private @Nullable Path certificate;

    @Option(
            names = "--private-key-file",
            paramLabel = "FILE",
            description = "Private key of --certificate-file in PEM form. Default: none.")
    private @Nullable Path privateKey;

    @Option(
            names = "--key-store",
            paramLabel = "FILE",
            description = "Speak TLS to devices with key and certificate of this PKCS#12 or JKS file. Default: no TLS.")
    private @Nullable Path keyStore;

    @Option(
            names = "--key-store-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "File whose first line is the password of --key-store. Default: none.")
    private @Nullable Secret keyStorePassword;

    @Option(
            names = "--allow-plain-devices",
            description =
                    "Serve devices beyond loopback without TLS, because something else protects the network. Default: no.")
    private boolean plain;

    /**
     * Sets a gateway up.
     *
     * @throws IllegalArgumentException if an option is wrong, or needs another one
     */
    public void configure(Gateway.Builder gateway) {
        gateway.listen(listen)
                .acknowledge(acknowledge)
                .limits(GatewayLimits.DEFAULTS.connections(connections).bans(mostBans));
        if (mqtt >= 0) {
            gateway.mqtt(mqtt);
        }
        if (http >= 0) {
            gateway.http(http);
        }
        if (plain) {
            gateway.allowPlainDevices();
        }
        tls().ifPresent(gateway::tls);
        for (Path file : descriptions) {
            gateway.ban(described(file));
        }
        if (devices != null) {
            if (!Files.exists(devices)) {
                throw new IllegalArgumentException("password file " + devices
                        + " does not exist; create it with 'banip wsb passwd " + devices + " USER'");
            }
            gateway.devices(new DeviceAccounts(
                    devices, Optional.ofNullable(grants).map(file -> ExistingFile.of("--device-grants", file))));
        } else if (grants != null) {
            throw new IllegalArgumentException("--device-grants needs --devices");
        }
    }

    private static DescribedBan described(Path file) {
        try {
            return DescribedBan.readFile(ExistingFile.of("--describe", file));
        } catch (IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            throw why.contains("--describe") ? e : new IllegalArgumentException("--describe: " + why, e);
        }
    }

    private Optional<TlsFiles> tls() {
        if (certificate != null && keyStore != null) {
            throw new IllegalArgumentException("--certificate-file and --key-store are both given; give one of them");
        }
        if (certificate != null) {
            if (privateKey == null) {
                throw new IllegalArgumentException("--certificate-file needs --private-key-file");
            }
            return Optional.of(TlsFiles.pem(certificate, privateKey));
        }
        if (keyStore != null) {
            if (keyStorePassword == null) {
                throw new IllegalArgumentException("--key-store needs --key-store-password-file");
            }
            return Optional.of(TlsFiles.keyStore(keyStore, keyStorePassword.value()));
        }
        return Optional.empty();
    }

    /** Where another listener for devices listens, as those for MQTT and HTTP do. */
    Listening listening(int port) {
        Listening where = Listening.loopback(BrokerSettings.CONNECTION_LIMITS, port)
                .at(listen, port)
                .allowingPlain(plain);
        return tls().map(where::with).orElse(where);
    }

    /** Refuses the port of another listener. */
    void checkOtherPort(String option, int port) {
        checkDiffers("--mqtt-port", mqtt, option, port);
        checkDiffers("--http-port", http, option, port);
    }

    private static void checkDiffers(String option, int port, String other, int otherPort) {
        if (port > 0 && port == otherPort) {
            throw new IllegalArgumentException(
                    option + " and " + other + " are both " + port + "; each listener needs a port of its own");
        }
    }

    /** Password file of the devices; empty: everybody may write every BAN. */
    Optional<Path> devices() {
        return Optional.ofNullable(devices);
    }

    /** Which BANs each device may write; empty: the BAN named like its user. */
    Optional<Path> grants() {
        return Optional.ofNullable(grants);
    }

    /** Most BANs. */
    int bans() {
        return mostBans;
    }

    /** Whether devices need TLS. */
    public boolean hasTls() {
        return certificate != null || keyStore != null;
    }

    /** The address to listen on. */
    public String address() {
        return listen;
    }
}
