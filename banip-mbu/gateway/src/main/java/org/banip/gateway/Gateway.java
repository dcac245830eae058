package org.banip.gateway;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.gateway.listen.Listeners;
import org.banip.gateway.session.BanSessions;
import org.banip.gateway.session.DescribedBan;
import org.banip.gateway.session.Devices;
import org.banip.gateway.session.ReceivedSamples;
import org.banip.gateway.session.SampleIntake;
import org.banip.gateway.session.SessionSetup;
import org.banip.gateway.session.Taking;
import org.banip.gateway.settings.Acknowledge;
import org.banip.gateway.settings.DurableSpool;
import org.banip.gateway.settings.GatewayLimits;
import org.banip.gateway.spi.DeviceLogIn;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TlsFiles;

/** Takes samples of devices by MQTT and HTTP, and sends them as MBUs do (docs/gateway.md). Any thread. */
public final class Gateway implements AutoCloseable {
    private final BanSessions sessions;
    private final Devices devices;
    private final ReceivedSamples received;
    private final DeviceLogIn logIn;
    private final Listeners listeners;
    private OptionalInt mqttPort = OptionalInt.empty();
    private OptionalInt httpPort = OptionalInt.empty();

    private Gateway(Builder builder, Optional<SSLContext> tls) {
        logIn = builder.logIn;
        sessions = new BanSessions(
                new SessionSetup(builder.mbus, builder.who, builder.acknowledge, builder.spool),
                builder.limits.bans(),
                builder.restartAfter);
        devices = new Devices(sessions, logIn);
        received = new ReceivedSamples(sessions);
        listeners = new Listeners(devices, builder.limits, tls);
    }

    /**
     * Starts the configuration of a gateway.
     *
     * @param mbus makes an MBU's configuration without BAN and groups: broker, credentials, paths; called for each BAN
     */
    public static Builder builder(Supplier<MobileBaseUnitBuilder> mbus) {
        return new Builder(mbus);
    }

    private Gateway start(Builder builder, InetAddress address) {
        try {
            if (builder.mqttPort.isPresent()) {
                mqttPort = OptionalInt.of(listeners.mqtt(address, builder.mqttPort.getAsInt()));
            }
            if (builder.httpPort.isPresent()) {
                httpPort = OptionalInt.of(listeners.http(address, builder.httpPort.getAsInt()));
            }
            for (DescribedBan ban : builder.bans) {
                Optional<Taking.Refused> refused =
                        sessions.describe(ban).toCompletableFuture().join();
                if (refused.isPresent()) {
                    throw new IllegalArgumentException(refused.get().message());
                }
            }
            goOn();
            listeners.accept();
            return this;
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void goOn() {
        try {
            Void unused = sessions.goOn().toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** The port for MQTT; empty if there is none. */
    public OptionalInt mqttPort() {
        return mqttPort;
    }

    /** The port for HTTP; empty if there is none. */
    public OptionalInt httpPort() {
        return httpPort;
    }

    /** Takes sensor sets that this process has received otherwise. */
    public SampleIntake intake() {
        return received;
    }

    /** What it has done, and the state of its MBUs. */
    public GatewayCounters counters() {
        return new GatewayCounters(
                devices.taken() + received.taken(),
                devices.refused() + received.refused(),
                sessions.status(),
                sessions.lost(),
                sessions.kept());
    }

    /** Ends the listeners, then the MBUs; waits up to 10 s until the host has stored everything. */
    @Override
    public void close() {
        try (logIn) {
            try {
                listeners.end();
            } finally {
                sessions.end();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BanipException(ErrorCode.INTERNAL, "interrupted while the gateway ended", e);
        }
    }

    /** Collects the settings. One thread. */
    public static final class Builder {
        private static final String LOOPBACK = "127.0.0.1";

        private final Supplier<MobileBaseUnitBuilder> mbus;
        private final List<DescribedBan> bans = new ArrayList<>();
        private String host = LOOPBACK;
        private OptionalInt mqttPort = OptionalInt.empty();
        private OptionalInt httpPort = OptionalInt.empty();
        private Optional<TlsFiles> tls = Optional.empty();
        private boolean plainAllowed;
        private boolean anonymous = true;
        private DeviceLogIn logIn = DeviceLogIn.everybody();
        private String who = "";
        private Acknowledge acknowledge = Acknowledge.SPOOL;
        private GatewayLimits limits = GatewayLimits.DEFAULTS;
        private Optional<DurableSpool> spool = Optional.empty();
        private Duration restartAfter = Duration.ofSeconds(30);

        private Builder(Supplier<MobileBaseUnitBuilder> mbus) {
            this.mbus = mbus;
        }

        /** A BAN whose MBU starts with the gateway. */
        public Builder ban(DescribedBan described) {
            bans.add(described);
            return this;
        }

        /** How the gateway logs in at the broker, in words for its log: {@code as user home-3}. Default: nothing. */
        public Builder logsIn(String how) {
            who = " " + how;
            return this;
        }

        /** The address to listen on. Default: loopback. */
        public Builder listen(String address) {
            host = address;
            return this;
        }

        /** Listens for MQTT; 0 is any free port. */
        public Builder mqtt(int port) {
            mqttPort = OptionalInt.of(port);
            return this;
        }

        /** Listens for HTTP; 0 is any free port. */
        public Builder http(int port) {
            httpPort = OptionalInt.of(port);
            return this;
        }

        /** Both listeners speak TLS. */
        public Builder tls(TlsFiles files) {
            tls = Optional.of(files);
            return this;
        }

        /** Allows devices beyond loopback without TLS, because something else protects the network. */
        public Builder allowPlainDevices() {
            plainAllowed = true;
            return this;
        }

        /**
         * The devices. Without this call everybody may write every BAN, and only on loopback. {@link #start} closes them if it fails, and otherwise
         * the gateway does.
         */
        public Builder devices(DeviceLogIn known) {
            logIn = known;
            anonymous = false;
            return this;
        }

        /** What an acknowledgement tells a device. Default: {@link Acknowledge#SPOOL}. */
        public Builder acknowledge(Acknowledge what) {
            acknowledge = what;
            return this;
        }

        /**
         * Keeps what the host has not stored in a directory, too. A gateway that is started again with the same directory goes on with all its BANs.
         * Default: in memory only.
         */
        public Builder spool(DurableSpool directory) {
            spool = Optional.of(directory);
            return this;
        }

        /** Bounds. */
        public Builder limits(GatewayLimits bounds) {
            limits = bounds;
            return this;
        }

        /** How often MBUs that have given up are started again: for tests. */
        Builder restartAfter(Duration time) {
            restartAfter = time;
            return this;
        }

        /**
         * Starts a gateway.
         *
         * @throws IllegalArgumentException if a setting is wrong, or unsafe beyond loopback; if the spool's directory cannot be used, or another
         *     gateway uses it
         * @throws BanipException {@code LIMIT_REACHED} if a port is taken, or the address is not of this machine; {@code STORAGE_UNAVAILABLE} if the
         *     spool's directory cannot be read
         */
        public Gateway start() {
            InetAddress address;
            Gateway gateway;
            try {
                address = checkedAddress();
                gateway = new Gateway(this, tls.map(ReloadingTls::context));
            } catch (RuntimeException | Error e) {
                logIn.close();
                throw e;
            }
            return gateway.start(this, address);
        }

        private InetAddress checkedAddress() {
            InetAddress address = address();
            if (mqttPort.isEmpty() && httpPort.isEmpty()) {
                throw new IllegalArgumentException("the gateway listens neither for MQTT nor for HTTP");
            }
            if (!address.isLoopbackAddress()) {
                checkSafe();
            }
            return address;
        }

        private InetAddress address() {
            try {
                return InetAddress.getByName(host);
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException("'" + host + "' is no address of this machine", e);
            }
        }

        private void checkSafe() {
            if (anonymous) {
                throw new IllegalArgumentException("listening on " + host
                        + " would let everybody there write every BAN; set devices (banip gateway: --devices FILE)");
            }
            if (tls.isEmpty() && !plainAllowed) {
                throw new IllegalArgumentException("listening on " + host
                        + " without TLS would show passwords and samples to the network; set certificate-file or key-store, or"
                        + " allow-plain-devices if something else protects it");
            }
        }
    }
}
